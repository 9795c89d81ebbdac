"""The board of Kingdom Builder: in cells, in plain letters, as ANSI text, as SVG.

The door is ``art``, which repaints only what changed. It uses ``paint`` and the engine.
"""
