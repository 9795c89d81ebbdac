"""Languages: which one is chosen, and that the catalogues are complete and correct in each."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path

import pytest

from kbtui.text import i18n
from kbtui.text.i18n import LANGUAGES, N_, _, by_locale, c_, current, n_, use
from tests.catalogues import (
    TRANSLATED,
    Key,
    Message,
    compiled,
    load,
    merged,
    mo_path,
    of_the_catalogue,
    of_the_code,
    po_path,
    read_po,
    texts,
    update,
    write_po,
)

# English, French, Dutch, German: the names of the rulebooks. Where there is a dash the second table
# has a name of ours, because no rulebook in that language has one.
NAMES = """
grass herbe gras Gras | flowers fleurs bloemen Blumen | forest forêt bos Wald
canyon canyon ravijn Canyon | desert désert woestijn Wüste | marsh marais - Sumpf
water eau water Wasser | mountain montagne bergen Berg | castle château kasteel Burg
palace palais - Palast | location lieu stadsveld Ort
Oracle oracle orakel Orakel | Farm ferme boerderij Farm | Oasis oasis oase Oase
Tower tour toren Turm | Tavern taverne herberg Taverne | Barn grange schuur Scheune
Harbor port haven Hafen | Paddock enclos weide Koppel | Canoe canoë - Kanu
Fountain fontaine - Brunnen | Temple temple - Tempel | Refuge refuge - Hort
Fishermen pêcheurs vissers Fischer | Miners mineurs - Bergleute
Merchants commerçants - Händler | Workers ouvriers - Arbeiter
Discoverers explorateurs - Entdecker | Knights chevaliers - Ritter
Hermits ermites - Einsiedler | Lords seigneurs - Lords | Citizens citoyens - Bürger
Farmers fermiers boeren Bauern | Geologists géologues - Geologen
Messengers messagers - Boten | Noblewomen nobles_dames - Adel | Vassals vassaux - Vasallen
Captains capitaines - Hauptmänner | Scouts éclaireurs - Späher
"""
OWN_DUTCH = {
    "marsh": "moeras",
    "palace": "paleis",
    "Canoe": "kano",
    "Fountain": "fontein",
    "Temple": "tempel",
    "Refuge": "toevlucht",
    "Miners": "mijnwerkers",
    "Merchants": "handelaren",
    "Workers": "arbeiders",
    "Discoverers": "ontdekkers",
    "Knights": "ridders",
    "Hermits": "kluizenaars",
    "Lords": "landheren",
    "Citizens": "burgers",
    "Geologists": "geologen",
    "Messengers": "boodschappers",
    "Noblewomen": "edelvrouwen",
    "Vassals": "vazallen",
    "Captains": "kapiteins",
    "Scouts": "verkenners",
}
# Words of the rulebooks that our sentences use for these things, in some form.
TERMS = {
    "settlement": ("cité|colonisation", "nederzetting", "Siedlung"),
    "reserve": ("réserve", "voorraad", "Vorrat"),
    "gold": (r"\bor\b", "goud", "Gold"),
    "quadrant": ("quadrant", "kwadrant", "Quadrant"),
    "terrain card": ("carte de terrain|cartes de terrain", "gebiedskaart", "Geländekarte"),
    "castle": ("château", "kaste", "Burg"),
    "palace": ("palais", "palei", "Pal"),
    "mandatory": ("obligatoire", "verplichte", "Pflicht"),
    "Extra actions": ("actions spéciales", "speciale acties", "Sonderaktionen"),
    "Bonus": ("bonus", "bonus", "bonus"),
}


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use("en")


@pytest.mark.slow
def test_the_code_has_texts_of_every_kind() -> None:
    assert Key("Tavern") in of_the_code()
    assert of_the_code()[Key("{hex} is taken: only one settlement fits on a hex.")].places == (
        "engine/kingdom/rules/explain.py",
    )
    assert any(message.plural for message in of_the_code().values())


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_the_texts_of_the_code_and_no_others(language: str) -> None:
    known = of_the_catalogue(language)
    assert sorted(of_the_code().keys() - known.keys()) == [], "missing: python -m tests.catalogues"
    assert sorted(known.keys() - of_the_code().keys()) == [], "unused: python -m tests.catalogues"
    whole = merged(of_the_code(), known, language)
    assert po_path(language).read_text("utf-8") == write_po(language, whole)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated(language: str) -> None:
    assert [key for key, message in of_the_catalogue(language).items() if not message.is_done] == []


def done(language: str) -> Iterator[tuple[Key, Message]]:
    """What is translated; another test finds what is not."""
    return (
        (key, message) for key, message in of_the_catalogue(language).items() if message.is_done
    )


def holes(text: str) -> set[str]:
    """The placeholders of a text; all of them have names."""
    found = {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name}
    assert "{}" not in text, text
    return found


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_placeholders_of_its_text(language: str) -> None:
    for key, message in done(language):
        *first, last = message.forms
        assert holes(last) == holes(message.plural or key.text), key
        for form in first:  # one thing may go without its number
            assert holes(form) in (holes(key.text), holes(message.plural)), key


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_blanks_and_the_full_stop_of_its_text(language: str) -> None:
    for key, message in done(language):
        for form in message.forms:
            assert form.startswith(" ") == key.text.startswith(" "), key
            assert form.endswith(" ") == key.text.endswith(" "), key
            assert form.endswith(".") == key.text.endswith("."), key
            assert "  " not in form or "  " in key.text, key


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_what_the_source_gives(language: str) -> None:
    assert mo_path(language).read_bytes() == compiled(language, of_the_catalogue(language))


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_standard_library_reads_the_compiled_catalogue(language: str) -> None:
    with mo_path(language).open("rb") as file:
        catalogue = GNUTranslations(file)
    for (text, context), message in done(language):
        if context:
            assert catalogue.pgettext(context, text) == message.forms[0]
        elif message.plural:
            told = [catalogue.ngettext(text, message.plural, n) for n in (1, 2)]
            assert told == [*message.forms]
        else:
            assert catalogue.gettext(text) == message.forms[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_none_is_one_in_french_and_many_elsewhere(language: str) -> None:
    one = "You must build {count} more settlement before you can end your turn."
    many = "You must build {count} more settlements before you can end your turn."
    use(language)
    none, single, two, twenty = (n_(one, many, number) for number in (0, 1, 2, 20))
    assert single != two == twenty
    assert none == (single if language == "fr" else two)


def expected(language: str) -> Iterator[tuple[str, str]]:
    for row in NAMES.replace("|", "\n").strip().splitlines():
        english, *others = row.split()
        name = others[TRANSLATED.index(language)].replace("_", " ")
        yield english, OWN_DUTCH[english] if name == "-" else name


@pytest.mark.parametrize("language", TRANSLATED)
def test_things_have_the_names_of_the_rulebook(language: str) -> None:
    use(language)
    for english, name in expected(language):
        told = _(english)
        assert told in (name, name[:1].upper() + name[1:]), english


@pytest.mark.slow
@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("english", TERMS)
def test_sentences_use_the_words_of_the_rulebook(language: str, english: str) -> None:
    words = re.compile(TERMS[english][TRANSLATED.index(language)], re.IGNORECASE)
    homes = {
        "kbtui/games/kingdom/words/names.py",
        "kbtui/games/kingdom/words/helps.py",
        "engine/kingdom/rules/explain.py",
    }
    asked = [key for key, message in of_the_code().items() if homes & {*message.places}]
    asked = [key for key in asked if re.search(rf"\b{english}s?\b", key.text)]
    assert asked
    known = of_the_catalogue(language)
    assert [key for key in asked if not words.search(known[key].forms[0])] == []


def test_locale_choices() -> None:
    assert by_locale({}) == "en"
    assert by_locale({"LANG": "fr_FR.UTF-8"}) == "fr"
    assert by_locale({"LANG": "nl_BE"}) == "nl"
    assert by_locale({"LANG": "de"}) == by_locale({"LANG": "de_CH.UTF-8@euro"}) == "de"
    assert by_locale({"LANG": "C.UTF-8"}) == by_locale({"LANG": "POSIX"}) == "en"
    assert by_locale({"LANG": "ja_JP.UTF-8"}) == "en"
    assert by_locale({"LANG": "fr_FR", "LC_MESSAGES": "de_DE"}) == "de"
    assert by_locale({"LC_MESSAGES": "de_DE", "LC_ALL": "C"}) == "en"
    assert by_locale({"LC_ALL": "de_DE", "LANGUAGE": "ja:nl:fr"}) == "nl"
    assert by_locale({"LANGUAGE": "", "LC_ALL": "", "LANG": "fr"}) == "fr"


def test_a_language_is_chosen_by_code_or_by_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for code in LANGUAGES:
        use(code)
        assert current() == code
    use("tlh")
    assert current() == "en"
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    use(None)
    assert current() == "nl"


def test_the_language_changes_while_the_program_runs() -> None:
    told = []
    for code in LANGUAGES:
        use(code)
        told.append(_("Tavern"))
    assert told == ["Tavern", "Taverne", "Herberg", "Taverne"]


def test_what_no_catalogue_knows_stays_english() -> None:
    use("de")
    assert _("no such text") == "no such text"
    assert c_("nowhere", "no such text") == "no such text"
    assert [n_("one", "many", n) for n in (1, 2)] == ["one", "many"]
    assert _("") == ""  # not the head of the catalogue
    assert N_("Tavern") == "Tavern"
    assert c_("a context that makes no difference", "Tavern") == "Taverne"


def test_a_language_without_its_file_is_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(i18n, "LOCALES", tmp_path)
    use("fr")
    assert _("Tavern") == "Tavern"


SAMPLE = """
from kbtui.text.i18n import _, N_, n_, c_
A = N_("table")
B = _("two " "parts"), _(A), n_("{n} hex", "{n} hexes", 3), c_("verb", "deal")
C = IllegalMove("B-1", "{hex} is taken", hex="G7"), Phrase("a"), other("not this")
i18n._("by the module")
"""


def test_texts_are_found_wherever_they_are_marked() -> None:
    assert list(texts(SAMPLE, "sample")) == [
        (Key("table"), ""),
        (Key("two parts"), ""),
        (Key("{n} hex"), "{n} hexes"),
        (Key("deal", "verb"), ""),
        (Key("{hex} is taken"), ""),
        (Key("a"), ""),
        (Key("by the module"), ""),
    ]


def test_french_signs_stay_with_their_words() -> None:
    known = {Key("a"): Message(forms=("Oui ; vois « ici » : non ?",))}
    tied = "Oui\u00a0; vois \u00ab\u00a0ici\u00a0\u00bb\u00a0: non\u00a0?"
    code = {Key("a"): Message(places=("here",))}
    assert merged(code, known, "fr")[Key("a")].forms == (tied,)
    assert merged(code, known, "nl")[Key("a")].forms == known[Key("a")].forms
    texts = [form for _key, message in done("fr") for form in message.forms]
    assert [text for text in texts if re.search(r" [:;!?»]|« ", text)] == []


def test_the_french_player_is_a_friend() -> None:
    texts = [form for _key, message in done("fr") for form in message.forms]
    assert [text for text in texts if re.search(r"\b(vous|votre|vos)\b", text, re.I)] == []


def test_a_text_that_is_put_together_is_refused() -> None:
    with pytest.raises(ValueError, match="sample:1: an f-string"):
        list(texts('_(f"{name} wins")', "sample"))


def test_a_catalogue_is_written_and_read_back() -> None:
    long = 'A "long" text\twith a back\\slash. ' * 6 + "\nand a second line"
    messages = {
        Key("plain"): Message(forms=("einfach",), places=("a.py", "b.py"), remarks=("ours",)),
        Key("deal", "verb"): Message(forms=("",), is_fuzzy=True),
        Key(long): Message(forms=(long[::-1],)),
        Key("{n} hex"): Message("{n} hexes", ("{n} Feld", "{n} Felder")),
    }
    assert read_po(write_po("de", messages)) == messages


def test_an_update_keeps_adds_and_drops(tmp_path: Path) -> None:
    (tmp_path / "kbtui").mkdir()
    module = tmp_path / "kbtui" / "sample.py"
    module.write_text('A = N_("old"), N_("kept")', "utf-8")
    assert update(["nl"], tmp_path, tmp_path) == {"nl": 2}
    path = po_path("nl", tmp_path)
    path.write_text(path.read_text("utf-8").replace('"kept"\nmsgstr ""', '"kept"\nmsgstr "heel"'))
    module.write_text('A = N_("kept"), n_("new", "news", 2)', "utf-8")
    assert update(["nl"], tmp_path, tmp_path) == {"nl": 1}
    known = load("nl", tmp_path)
    assert {key.text: message.forms for key, message in known.items()} == {
        "kept": ("heel",),
        "new": ("", ""),
    }
    before = mo_path("nl", tmp_path).read_bytes()
    update(["nl"], tmp_path, tmp_path)
    assert mo_path("nl", tmp_path).read_bytes() == before
