"""Words around words: lists, names inside sentences, and lines of a width that fits everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kbtui.text.i18n import ENGLISH, _, current

WIDTH: Final = 78  # two less than the narrowest terminal that people use


def fold(text: str, indent: str = "  ") -> list[str]:
    """The text in lines of that width; names and tokens stay whole."""
    first, *words = text.split(" ")
    lines = [first]
    for word in words:
        if not word or len(lines[-1]) + len(word) < WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(indent + word)
    return [line.rstrip() for line in lines if line.strip()]


def inline(name: str) -> str:
    """A name inside a sentence: in small letters, but German nouns keep their capital."""
    return name if current() == "de" else name[:1].lower() + name[1:]


def explained(name: str, text: str = "") -> str:
    """``Farm: build one on grass``, with blanks around the colon as the language has them."""
    return _("{name}: {text}").format(name=name, text=text)


def either(words: Iterable[str]) -> str:
    """The words with "or" between them."""
    return _(" or ").join(words)


def both(words: Iterable[str]) -> str:
    """The words with "and" between them."""
    return _(" and ").join(words)


def decimal(value: float) -> str:
    """With one digit behind the point, or behind the comma that other languages have."""
    text = f"{value:.1f}"
    return text if current() == ENGLISH else text.replace(".", ",")
