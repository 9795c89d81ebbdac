"""The rules page of Castle Builder: every coin and every kind of tile, with how it looks."""

from __future__ import annotations

import pytest

from engine.castle.pieces.piecenames import TILE_NAMES
from kbtui.games.castle.kit import KIT
from kbtui.games.castle.words.rulebook import COIN_ENTRIES
from kbtui.pages.rules import RulesPage
from kbtui.text import i18n
from tests.kbtui.pages.showing import EVERY_LOOK, EVERYWHERE, dressed, look_of, shown


@pytest.mark.slow
@EVERY_LOOK
@EVERYWHERE
def test_every_entry_can_be_read_and_seen(size: tuple[int, int], look: str) -> None:
    book = KIT.rulebook
    assert book is not None
    for entry in (*COIN_ENTRIES, *TILE_NAMES):
        page = dressed(RulesPage(entry, kit=KIT), look)
        text = shown(page, size)
        assert book.name(entry) in text, entry
        if look in ("ascii", "plain"):
            assert text.isascii()


def test_tiles_and_coins_have_a_picture_and_topics_have_none() -> None:
    pages, look = KIT.pages, look_of()
    assert pages is not None
    assert all(pages.emblem(entry, look) for entry in (*COIN_ENTRIES, *TILE_NAMES))
    assert pages.emblem("turn", look) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["fr", "nl", "de"])
def test_longer_texts_fit_too(language: str) -> None:
    i18n.use(language)
    try:
        for entry in (*COIN_ENTRIES, *TILE_NAMES):
            for size in ((62, 22), (80, 24)):
                text = shown(dressed(RulesPage(entry, kit=KIT)), size)
                words = KIT.rulebook.text(entry).split() if KIT.rulebook else []
                assert [word for word in words if word not in text.split()] == [], entry
    finally:
        i18n.use("en")
