"""The words of the texts: those of the glossary, and the habits of each language."""

from __future__ import annotations

import re
import string
from collections import Counter

import pytest

from tests.catalogues import TRANSLATED, of_the_catalogue, of_the_code
from tests.transcripts import ROOT

# What docs/glossary.md replaces, what only sounds English, and the ids of rules.
REPLACED = (
    *(r"\bbeside\b", r"\bquarters?\b", r"colour", r"\bgrey", r"neighbour", r"\bcentre\b"),
    *(r"\bwatchers?\b", r"\blook(s|ing)? on\b", r"\bopen games?\b", r"\bat the relay\b"),
    *(r"\bgo(es|ing)? on\.", r"\bgoes on\b", r"\banew\b", r"\bwhoever\b", r"\beverybody\b"),
    *(r"\bno line\b", r"\bline (is|was|has)\b", r"\blost line\b", r"\bprograms? of others\b"),
    *(r"\bforeign\b", r"\brobots?\b", r"\bset-up\b", r"\bline-up\b", r"\btake[ns]? back\b"),
    *(r"(?<!{)\bsigns?\b(?!})", r"\bis no (?!longer|such|more)[a-z]+\.", r"\bis tried\b"),
    *(r"\bnodes\b", r"\([A-Z]+-\d+\)"),
)
PRESSED = ("key", "choose", "end", "back", "undo", "next")  # placeholders that name a key


@pytest.mark.parametrize("word", REPLACED)
def test_no_text_uses_a_word_that_the_glossary_replaces(word: str) -> None:
    texts = [text for key, message in of_the_code().items() for text in (key.text, message.plural)]
    # "There is no ..." is English; "this is no ..." is not.
    found = [text for text in texts if re.search(word, re.sub("[Tt]here is no", "", text))]
    assert found == []


def test_players_press_keys_and_keys_do_nothing_by_themselves() -> None:
    keys = "|".join(PRESSED)
    wrong = rf"(^|[.?!] ){{({keys})}} (?!again|is |does )[a-z]+s\b"
    headers = "engine/record.py"  # there a key is the name of a header
    shown = [key.text for key, message in of_the_code().items() if headers not in message.places]
    assert [text for text in shown if re.search(wrong, text)] == []


def _holes(text: str) -> Counter[str]:
    return Counter(name for _text, name, _spec, _kind in string.Formatter().parse(text) if name)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_says_everything_once(language: str) -> None:
    """A text that stands there twice, as after a careless merge, has its placeholders twice."""
    for key, message in of_the_catalogue(language).items():
        assert _holes(message.forms[-1]) == _holes(message.plural or key.text), key
        for form in message.forms:
            half = form[: len(form) // 2]
            assert len(form) < 24 or form != half + half, key


@pytest.mark.parametrize(
    ("language", "wrong"),
    [
        ("fr", r"\b[Vv](ous|otre|os)\b|\b\w{3,}ez\b(?<!assez)"),
        ("nl", r"\b[Uu]w\b|\bu (kunt|hebt|bent|moet|mag)\b|\b(kunt|hebt|bent|moet|mag) u\b"),
        ("de", r"\bIhr(e[nmrs]?)?\b|\b(können|müssen|haben|sind) Sie\b"),
    ],
)
def test_players_are_addressed_as_a_friend(language: str, wrong: str) -> None:
    forms = [form for message in of_the_catalogue(language).values() for form in message.forms]
    assert [form for form in forms if re.search(wrong, form)] == []


def test_a_german_sentence_after_a_colon_begins_with_a_capital() -> None:
    """Words that begin a sentence, not a list."""
    begins = r": (du|er|es|sie|man|wir|niemand|dann|benutze|wähle|tippe|baue) "
    forms = [form for message in of_the_catalogue("de").values() for form in message.forms]
    assert [form for form in forms if re.search(begins, form)] == []


@pytest.mark.parametrize(
    ("language", "wrong"),
    [
        # one word for each thing, and those that mean something else
        ("fr", r"sauvée|massif|horloge|abîmé|alignement|programmes? d'autrui|pas de ligne\b"),
        ("fr", r"(?<![{-])\b[Bb]ots?\b(?! 2)|[Pp]arties? (\w+ )?enregistrée|gold} d'or|honnête"),
        ("fr", r"habitant|paye\b|tours? de table|mise?s? à part|simples lignes"),
        ("nl", r"\bzaad\b|\bdeler\b|\bdeling\b|oefening|\bmerk\b|\bgedempt\b|\bVals\b"),
        (
            "nl",
            r"fiches|\b[Ss]lo(op|pen)|bewaarde? spel|\bgift\b|gewone regels|op hand\b|\bronden\b",
        ),
        ("de", r"\bPartien?\b|\bBrett\b|ehrlich|nochmal|\bFalsch\b|\bCtrl\b|wenige Gelände\b"),
        ("de", r"(?i:\bpartien?\b|\bcoach\b|klingel|glocke)|\bRelay|einfachen Zeilen|\b[Dd]rück "),
    ],
)
def test_a_thing_has_one_name(language: str, wrong: str) -> None:
    forms = [form for message in of_the_catalogue(language).values() for form in message.forms]
    assert [form for form in forms if re.search(wrong, form)] == []


@pytest.mark.parametrize(
    "page", [*sorted(path.name for path in (ROOT / "docs").glob("*.md")), "README.md"]
)
def test_pages_are_in_american_english(page: str) -> None:
    path = ROOT / page if page == "README.md" else ROOT / "docs" / page
    british = r"colour|neighbour|favour|honour|behaviour|\bcentre|\bgrey|\banalysed?\b|organis"
    text = re.sub(r"`[^`\n]+`", "", path.read_text("utf-8"))  # names in code stay as they are
    assert [line for line in text.splitlines() if re.search(british, line, re.IGNORECASE)] == []
