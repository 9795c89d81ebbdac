"""Translates what the engine says, from its templates and their parts."""

from __future__ import annotations

from engine.errors import EngineError, IllegalMove, Phrase, sentence
from kbtui.text.i18n import _, n_


def told(error: EngineError) -> str:
    """The sentence of an error; in English it is ``str(error)``."""
    text = said(error.phrase)
    return sentence(text) if isinstance(error, IllegalMove) else text


def said(text: str) -> str:
    """A phrase of the engine; any other text as it is."""
    if not isinstance(text, Phrase):
        return text
    parts = {name: said(p) if isinstance(p, str) else p for name, p in text.parts.items()}
    if text.plural:
        form = n_(text.template, text.plural, int(text.parts["count"]))
    else:
        form = _(text.template)
    return form.format(**parts) if parts else form
