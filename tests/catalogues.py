"""Keeps the catalogues of kbtui/locales in step with the code: ``python -m tests.catalogues``.

It finds every text in the code, updates the .po files (translations stay, new texts are empty,
unused ones are removed) and compiles them. Files contain no timestamps, so the same texts give the
same bytes. Translators edit the .po files.
"""

from __future__ import annotations

import ast
import re
import struct
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from kbtui.text import i18n
from kbtui.text.i18n import ENGLISH, LANGUAGES
from tests.sources import walk

ROOT: Final = Path(__file__).resolve().parent.parent
LOCALES: Final = Path(i18n.LOCALES)
# What a player may read: the whole program, and what the engine says about moves and deals.
SOURCES: Final = (
    "kbtui/**/*.py",
    *(
        f"engine/{name}.py"
        for name in ("errors", "contract", "rng", "table", "dealer", "record", "*/**/*")
    ),
)
TRANSLATED: Final = tuple(code for code in LANGUAGES if code != ENGLISH)
PLURALS: Final = {
    "fr": "nplurals=2; plural=(n > 1);",
    "nl": "nplurals=2; plural=(n != 1);",
    "de": "nplurals=2; plural=(n != 1);",
}
FORMS: Final = 2  # forms of a text with a plural, in each of these languages


class Call(NamedTuple):
    """Where the arguments of a function stand; -1: it has no such argument."""

    text: int
    plural: int = -1
    context: int = -1


CALLS: Final = {
    "_": Call(0),
    "N_": Call(0),
    "n_": Call(0, plural=1),
    "c_": Call(1, context=0),
    "Phrase": Call(0, plural=1),
    "IllegalMove": Call(1, plural=2),
    "NotYourMove": Call(0),
    "TableFull": Call(0),
    "FoulDeal": Call(0),
    "BadToken": Call(1),
    "BadRecord": Call(1),
    "BadOptions": Call(1),
}


class Key(NamedTuple):
    """What tells one text from another."""

    text: str
    context: str = ""


class Message(NamedTuple):
    """A text, its plural if it has one, and its translations: one, or one for each form."""

    plural: str = ""
    forms: tuple[str, ...] = ()
    places: tuple[str, ...] = ()  # the files that use it
    remarks: tuple[str, ...] = ()  # a translator's own
    is_fuzzy: bool = False

    @property
    def is_done(self) -> bool:
        return not self.is_fuzzy and len(self.forms) == self.wants and all(self.forms)

    @property
    def wants(self) -> int:
        return FORMS if self.plural else 1


Messages = dict[Key, Message]


def texts(source: str, where: str) -> Iterator[tuple[Key, str]]:
    """The texts of one file with their plurals, in order; a text put together is refused."""
    calls = [node for node in walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        name = getattr(call.func, "id", "") or getattr(call.func, "attr", "")  # _ or i18n._
        if name not in CALLS:
            continue
        found = [_constant(call, index, where) for index in CALLS[name]]
        text, plural, context = found
        if text:
            yield Key(text, context), plural


def _constant(call: ast.Call, index: int, where: str) -> str:
    """The argument at that place, if it is written there; a name stands for a text of a table."""
    if not 0 <= index < len(call.args):
        return ""
    argument = call.args[index]
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    if isinstance(argument, ast.JoinedStr):
        raise ValueError(f"{where}:{call.lineno}: an f-string cannot be translated")
    return ""


def extract(root: Path = ROOT) -> Messages:
    """All texts of the code, file by file."""
    found: Messages = {}
    paths = {path for pattern in SOURCES for path in root.glob(pattern)}
    for path in sorted(paths):
        where = path.relative_to(root).as_posix()
        for key, plural in texts(path.read_text("utf-8"), where):
            old = found.get(key, Message())
            places = tuple(dict.fromkeys((*old.places, where)))
            found[key] = Message(plural or old.plural, places=places)
    return found


def merged(code: Messages, old: Messages, language: str = "") -> Messages:
    """The texts of the code with the translations that there are."""
    result: Messages = {}
    for key, message in code.items():
        known = old.get(key, Message())
        fits = len(known.forms) == message.wants
        result[key] = message._replace(
            forms=_typeset(known.forms, language) if fits else ("",) * message.wants,
            remarks=known.remarks,
            is_fuzzy=known.is_fuzzy,
        )
    return result


def _typeset(forms: tuple[str, ...], language: str) -> tuple[str, ...]:
    """French signs stay on the line of their word: a blank beside one of them does not break."""
    if language != "fr":
        return forms
    return tuple(re.sub(r" (?=[:;!?»])|(?<=«) ", "\u00a0", form) for form in forms)


def header(language: str) -> str:
    return (
        "Content-Type: text/plain; charset=UTF-8\n"
        "Content-Transfer-Encoding: 8bit\n"
        f"Language: {language}\n"
        "MIME-Version: 1.0\n"
        f"Plural-Forms: {PLURALS[language]}\n"
    )


def write_po(language: str, messages: Mapping[Key, Message]) -> str:
    lines = [
        f"# {LANGUAGES[language]}",
        *_quoted("msgid", ""),
        *_quoted("msgstr", header(language)),
    ]
    for (text, context), message in messages.items():
        lines.append("")
        lines += [f"# {remark}" for remark in message.remarks]
        lines += [f"#: {place}" for place in message.places]
        lines += ["#, fuzzy"] * message.is_fuzzy
        lines += _quoted("msgctxt", context) if context else []
        lines += _quoted("msgid", text)
        if message.plural:
            lines += _quoted("msgid_plural", message.plural)
            for index, form in enumerate(message.forms):
                lines += _quoted(f"msgstr[{index}]", form)
        else:
            lines += _quoted("msgstr", message.forms[0])
    return "\n".join(lines) + "\n"


def _quoted(word: str, text: str) -> list[str]:
    """A long text goes on in lines of its own, cut after blanks and at its own line ends."""
    pieces = [""]
    for part in text.replace("\n", "\n\0").replace(" ", " \0").split("\0"):
        if pieces[-1].endswith("\n") or len(pieces[-1]) + len(part) > 78:
            pieces.append("")
        pieces[-1] += part
    quoted = [f'"{_escaped(piece)}"' for piece in pieces if piece]
    if len(quoted) < 2 and len(word) + len(text) < 92:
        return [f"{word} {quoted[0] if quoted else chr(34) * 2}"]
    return [f'{word} ""', *quoted]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")


def read_po(content: str) -> Messages:
    """The messages of a .po file, without its header."""
    found: Messages = {}
    for block in content.split("\n\n"):
        fields, remarks, places, fuzzy = _fields(block)
        if not fields.get("msgid"):
            continue
        plural = fields.get("msgid_plural", "")
        names = [f"msgstr[{index}]" for index in range(FORMS)] if plural else ["msgstr"]
        forms = tuple(fields.get(name, "") for name in names)
        key = Key(fields["msgid"], fields.get("msgctxt", ""))
        found[key] = Message(plural, forms, places, remarks, fuzzy)
    return found


def _fields(block: str) -> tuple[dict[str, str], tuple[str, ...], tuple[str, ...], bool]:
    fields: dict[str, str] = {}
    word, remarks, places, fuzzy = "", list[str](), list[str](), False
    for line in block.splitlines():
        if line.startswith("#"):
            if line.startswith("# "):
                remarks.append(line[2:])
            elif line.startswith("#: "):
                places.append(line[3:])
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        if not line.startswith('"'):
            word, _blank, line = line.partition(" ")
        if line:
            fields[word] = fields.get(word, "") + str(ast.literal_eval(line))
    return fields, tuple(remarks), tuple(places), fuzzy


def compiled(language: str, messages: Mapping[Key, Message]) -> bytes:
    """The .mo file: pairs of texts, sorted, with the place and length of each in front."""
    pairs = {b"": header(language).encode()}
    for (text, context), message in messages.items():
        if message.is_done:
            start = f"{context}\4{text}" if context else text
            key = f"{start}\0{message.plural}" if message.plural else start
            pairs[key.encode()] = "\0".join(message.forms).encode()
    head, count = 7 * 4, len(pairs)
    rows = sorted(pairs.items())
    offset, data, tables = head + 16 * count, b"", list[int]()
    for column in (0, 1):
        for row in rows:
            tables += [len(row[column]), offset + len(data)]
            data += row[column] + b"\0"
    front = (0x950412DE, 0, count, head, head + 8 * count, 0, offset)  # no hash table: size 0
    return struct.pack(f"<{len(front) + len(tables)}I", *front, *tables) + data


def po_path(language: str, locales: Path = LOCALES) -> Path:
    return locales / language / "LC_MESSAGES" / "kbtui.po"


def mo_path(language: str, locales: Path = LOCALES) -> Path:
    return po_path(language, locales).with_suffix(".mo")


def load(language: str, locales: Path = LOCALES) -> Messages:
    path = po_path(language, locales)
    return read_po(path.read_text("utf-8")) if path.exists() else {}


def update(languages: Iterable[str], root: Path = ROOT, locales: Path = LOCALES) -> dict[str, int]:
    """Bring the files of these languages up to date; how many texts each still lacks."""
    code, lacking = extract(root), dict[str, int]()
    for language in languages:
        messages = merged(code, load(language, locales), language)
        po_path(language, locales).parent.mkdir(parents=True, exist_ok=True)
        po_path(language, locales).write_text(write_po(language, messages), "utf-8", newline="\n")
        mo_path(language, locales).write_bytes(compiled(language, messages))
        lacking[language] = sum(not message.is_done for message in messages.values())
    return lacking


@cache
def of_the_code() -> Messages:
    """What ``extract`` finds here; many tests ask, and it takes a second."""
    return extract()


@cache
def of_the_catalogue(language: str) -> Messages:
    """What ``load`` reads here, once."""
    return load(language)


if __name__ == "__main__":
    missing = update(TRANSLATED)
    for language_, number in missing.items():
        print(f"{language_}: {number or 'no'} texts to translate")
    sys.exit(any(missing.values()))
