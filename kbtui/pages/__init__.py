"""Full-screen pages without a board to play on: menu, forms, lists, texts. No terminal in here."""
