"""Texts for players in their own language. In the code, all texts are in English.

Every other language is a gettext catalogue in ``kbtui/locales``. A text is translated when it is
used, so the language can change while the program runs. It is English until ``use`` is called.
Placeholders have names: ``_("{name} draws {card}.").format(name=name, card=card)``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from typing import Final

ENGLISH: Final = "en"
LANGUAGES: Final[Mapping[str, str]] = {
    ENGLISH: "English",
    "fr": "Français",
    "nl": "Nederlands",
    "de": "Deutsch",
}
# Not with pathlib, which is slow to import.
LOCALES: Final = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locales")
_KB: Final = re.compile(r"\bkb( --line)?(?= [a-z])")  # the command before a word
_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set


class _Chosen:
    """The language of this process."""

    code: str = ENGLISH
    catalogue: NullTranslations = NullTranslations()
    command: str = ""  # what players type instead of kb, if it is something else


def _(text: str) -> str:
    """The text in the language of the player."""
    told = _Chosen.catalogue.gettext(text) if text else text  # "" is the head of a catalogue
    return _KB.sub(_called, told) if _Chosen.command else told


def _called(found: re.Match[str]) -> str:
    """OpenSSH takes an option behind the host for its own: there it is a word."""
    return f"{_Chosen.command}{' line' if found[1] else ''}"


def n_(singular: str, plural: str, count: int) -> str:
    """The form of the text for that many things; ``count`` is not filled in."""
    return _Chosen.catalogue.ngettext(singular, plural, count)


def c_(context: str, text: str) -> str:
    """The text as it is said in that context, for words that mean two things; as elsewhere if no
    translation makes a difference."""
    told = _Chosen.catalogue.pgettext(context, text)
    return told if told != text else _(text)


def N_(text: str) -> str:  # noqa: N802  gettext's customary name for a mark
    """Only marks the text for the catalogues: for tables, whose reader calls ``_``."""
    return text


def use(language: str | None) -> None:
    """Choose a language of ``LANGUAGES``; None: the one of the locale. Unknown ones: English."""
    code = by_locale(os.environ) if language is None else language
    _Chosen.code = code if code in LANGUAGES else ENGLISH
    _Chosen.catalogue = _load(_Chosen.code)


def call_kb(command: str) -> None:
    """From now on texts say this where they say ``kb``; empty: what they say."""
    _Chosen.command = command


def current() -> str:
    """The code of the language in use."""
    return _Chosen.code


def by_locale(environment: Mapping[str, str]) -> str:
    """The language that the locale asks for: the first one we have, or else English."""
    wanted = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    codes = (locale.partition(".")[0].partition("_")[0].lower() for locale in wanted.split(":"))
    return next((code for code in codes if code in LANGUAGES), ENGLISH)


def _load(code: str) -> NullTranslations:
    name = os.path.join(LOCALES, code, "LC_MESSAGES", "kbtui.mo")
    return NullTranslations() if code == ENGLISH else _read(name)


@cache
def _read(name: str) -> NullTranslations:
    """Once: a hosted program may not be able to read the file any more."""
    if not os.path.exists(name):
        return NullTranslations()
    with open(name, "rb") as file:
        return GNUTranslations(file)
