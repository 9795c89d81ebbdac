"""Game records: a whole game as text that people can read, mail, diff and replay (docs/record.md).

A record is the log of one table with the set-up in front. It may be a full log or the copy of one
chair, and it may be unfinished. ``parse_record`` checks the form; ``read_record`` also replays the
game. A damaged file is refused with the line and the reason.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from engine.contract import DEALER, Seat, Viewer, find
from engine.dealer import Dealer, Seal, open_seal, verify
from engine.errors import BadInput, BadRecord, EngineError, FoulDeal, Phrase
from engine.table import REDO, UNDO, Entry, Table

MAGIC: Final = "kbtui record 1"
_DEALER: Final = "dealer"
_WIDTH: Final = 96  # a line that grows longer is broken; entry numbers keep the parts together
# Patterns; a program that only writes records does not need them compiled.
_HEADER: Final = r"([a-z][a-z0-9 -]*): ?(.*)"
_LINE: Final = r"\s*([0-9]{1,9})\s+(dealer|[0-9]{1,9})((?:\s+\S+)+)\s*"
_KEY: Final = r"[a-z][a-z0-9 -]*"
_NUMBERED: Final = r"(player|nonce) [0-9]+"
_RESERVED: Final = (  # names that mean something here
    *("game", "options", "position", "deck", "commitment", "secret", "result", "winners"),
    "digest",
)


class Record(NamedTuple):
    """What a file says. ``start`` is a JSON object: options, or a position if ``is_position``."""

    game: str
    start: Mapping[str, Any]
    entries: tuple[Entry, ...] = ()
    players: tuple[str, ...] = ()
    is_position: bool = False
    seeded: bool = False  # dealt from the table seed, so that anybody can deal it again
    seal: Seal | None = None
    result: tuple[int, ...] | None = None  # the score of each seat at the end
    winners: tuple[Seat, ...] | None = None  # older records do not name them
    digest: str | None = None  # public digest after the last entry
    tags: tuple[tuple[str, str], ...] = ()  # further header lines, kept as they are


def record_of(table: Table, origin: Record) -> Record:
    """The table as it stands; ``origin`` says how it began and who plays."""
    game, state = table.game, table.state
    return origin._replace(
        entries=tuple(table.entries),
        result=game.totals(state) if table.to_act is None else None,
        winners=game.winners(state),
        digest=table.digest(),
    )


def record_for(table: Table, origin: Record, viewer: Viewer) -> Record:
    """The record as one chair may keep it: its copy of the log, and nothing that opens the deck."""
    seen, game = table.seen_by(viewer), table.game
    start = seen.states[0]
    seal = origin.seal
    if seal is not None and table.to_act is not None:
        seal = seal._replace(secret=None)
    settled = game.write_position(start) if origin.is_position else game.settled(start)
    return record_of(seen, origin._replace(start=settled, seeded=False, seal=seal))


def format_record(record: Record) -> str:
    """The text; raises BadInput for a header that would not be one line of its own."""
    for where, value in (
        *((f"player {i}", name) for i, name in enumerate(record.players, 1)),
        *record.tags,
        *(("seal", part) for part in _seal_parts(record.seal)),
    ):
        if not value.isprintable():
            raise BadInput(where, "a header is one line of printable characters")
    for key, _ in record.tags:
        if not re.fullmatch(_KEY, key) or key in _RESERVED or re.fullmatch(_NUMBERED, key):
            raise BadInput(key, "this name cannot be given to a header of one's own")
    lines = [MAGIC, *_format_headers(record), "", *_format_entries(record.entries)]
    return "\n".join(lines) + "\n"


def _seal_parts(seal: Seal | None) -> tuple[str, ...]:
    return () if seal is None else (seal.commitment, *seal.nonces, seal.secret or "")


def _format_headers(record: Record) -> Iterator[str]:
    yield f"game: {record.game}"
    start = json.dumps(record.start, sort_keys=True, separators=(", ", ": "))
    yield f"{'position' if record.is_position else 'options'}: {start}"
    for number, name in enumerate(record.players, 1):
        yield f"player {number}: {name}"
    if record.seeded:
        yield "deck: table seed"
    if record.seal is not None:
        yield f"commitment: {record.seal.commitment}"
        for number, nonce in enumerate(record.seal.nonces, 1):
            yield f"nonce {number}: {nonce}"
        if record.seal.secret is not None:
            yield f"secret: {record.seal.secret}"
    for key, value in record.tags:
        yield f"{key}: {value}"
    if record.result is not None:
        yield f"result: {' '.join(map(str, record.result))}"
    if record.winners is not None:
        yield f"winners: {' '.join(str(seat + 1) for seat in record.winners)}"
    if record.digest is not None:
        yield f"digest: {record.digest}"


def _format_entries(entries: tuple[Entry, ...]) -> Iterator[str]:
    line = ""
    actor: Seat | None = None
    for number, entry in enumerate(entries, 1):
        if entry.actor != actor or len(line) + len(entry.token) >= _WIDTH:
            if line:
                yield line
            actor = entry.actor
            line = f"{number:>4} {_DEALER if actor == DEALER else actor + 1:<6}"
        line += f" {entry.token}"
    if line:
        yield line


def parse_record(text: str) -> Record:
    """The record that the text describes; raises BadRecord."""
    return _Parser(text).record


def read_record(text: str) -> tuple[Record, Table]:
    """Parse and replay: every entry legal, result and digest as the file says."""
    parser = _Parser(text)
    record = parser.record
    try:
        table = start_table(record)
    except EngineError as error:
        raise BadRecord(parser.line_of["start"], error.phrase) from None
    for (actor, token), line in zip(record.entries, parser.entry_lines, strict=True):
        try:
            table.append(actor, token)
        except EngineError as error:
            raise BadRecord(line, "{token}: {problem}", token=token, problem=error.phrase) from None
    if record.digest is not None and record.digest != table.digest():
        raise BadRecord(
            parser.line_of["digest"],
            "the entries give the digest {ours}, not {theirs}",
            ours=table.digest(),
            theirs=record.digest,
        )
    ours = record_of(table, record)
    if record.result not in (None, ours.result):
        gives = Phrase("the entries give the result {ours}", ours=str(ours.result))
        raise BadRecord(parser.line_of["result"], gives)
    if record.winners not in (None, ours.winners):
        seats = ours.winners and tuple(seat + 1 for seat in ours.winners)
        gives = Phrase("the entries give the winners {ours}", ours=str(seats))
        raise BadRecord(parser.line_of["winners"], gives)
    return record, table


def start_table(record: Record) -> Table:
    """The table before entry 1."""
    game = find(record.game)
    if record.is_position:
        return Table(game, game.read_position(dict(record.start)))
    return Table(game, game.new(record.start))


def verify_record(record: Record, table: Table) -> int:
    """Deal the recorded game again; the number of dealer's entries that were checked."""
    if record.seal is not None:
        return verify(table, open_seal(record.seal)).dealt
    if record.seeded and not record.is_position:
        return verify(table, Dealer(table.game.seed(record.start))).dealt
    raise FoulDeal("the record does not say which seed it was dealt from")


class _Parser:
    """One pass over the lines; keeps the line numbers for error messages."""

    def __init__(self, text: str) -> None:
        self._headers: dict[str, str] = {}
        self._entries: list[Entry] = []
        self.entry_lines: list[int] = []
        self.line_of: dict[str, int] = {}
        lines = text.removesuffix("\n").split("\n")
        if lines[0].strip() != MAGIC:
            raise BadRecord(1, "a record must start with the line {magic}", magic=repr(MAGIC))
        in_headers = True
        for number, raw in enumerate(lines[1:], 2):
            if not in_headers:
                self._take_entries(raw.partition("#")[0], number)
            elif not raw.strip():
                in_headers = False
            elif not raw.startswith("#"):
                self._take_header(raw.rstrip("\r"), number)
        if in_headers:
            raise BadRecord(
                len(lines), "the empty line after the headers is missing; is the file cut off?"
            )
        self.record = self._build()

    def _take_header(self, line: str, number: int) -> None:
        match = re.fullmatch(_HEADER, line)
        if match is None:
            raise BadRecord(number, "expected a header such as 'game: kingdom', or an empty line")
        key, value = match.groups()
        if key in self._headers:
            raise BadRecord(number, "the header {key} appears twice", key=repr(key))
        self._headers[key] = value
        self.line_of[key] = number

    def _take_entries(self, line: str, number: int) -> None:
        if not line.strip():
            return
        match = re.fullmatch(_LINE, line)
        if match is None:
            raise BadRecord(number, "expected entry number, actor and moves: '4 1 f12 f13 end'")
        first, actor, tokens = int(match[1]), match[2], match[3].split()
        if first != len(self._entries) + 1:
            raise BadRecord(
                number,
                "expected entry {next} here, not {first}; lines are missing or repeated",
                next=len(self._entries) + 1,
                first=first,
            )
        seat = DEALER if actor == _DEALER else int(actor) - 1
        if seat == DEALER and actor != _DEALER:
            raise BadRecord(number, "seats are counted from 1")
        for token in tokens:
            self._entries.append(Entry(seat, token))
            self.entry_lines.append(number)

    def _build(self) -> Record:
        headers = dict(self._headers)
        game = self._take(headers, "game")
        is_position = "position" in headers
        start = self._take(headers, "position" if is_position else "options")
        self.line_of["start"] = self.line_of["position" if is_position else "options"]
        scores = Phrase("expected the score of each seat")
        seats = Phrase("expected seats, counted from 1")
        result = self._numbers(headers, "result", scores)
        winners = self._numbers(headers, "winners", seats)
        record = Record(
            game=game,
            start=self._json(start),
            entries=tuple(self._checked(game)),
            players=self._numbered(headers, "player"),
            is_position=is_position,
            seeded=self._deck(headers),
            seal=self._seal(headers),
            result=result,
            winners=winners and tuple(seat - 1 for seat in winners),
            digest=headers.pop("digest", None),
            tags=(),
        )
        for key in _RESERVED:
            if key in headers:
                raise BadRecord(
                    self.line_of[key], "{key} does not match the other headers", key=repr(key)
                )
        return record._replace(tags=tuple(headers.items()))

    def _take(self, headers: dict[str, str], key: str) -> str:
        if key not in headers:
            raise BadRecord(1, "the header {key} is missing", key=repr(key))
        return headers.pop(key)

    def _json(self, text: str) -> Mapping[str, Any]:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadRecord(
                self.line_of["start"], "not JSON: {problem}", problem=str(error)
            ) from None
        if not isinstance(data, dict):
            raise BadRecord(self.line_of["start"], "expected a JSON object")
        return data

    def _checked(self, key: str) -> Iterator[Entry]:
        """The entries, each with a token that the game can read, as it would write it."""
        try:
            game = find(key)
        except EngineError as error:
            raise BadRecord(self.line_of["game"], error.phrase) from None
        for (actor, token), line in zip(self._entries, self.entry_lines, strict=True):
            if token.lower() in (UNDO, REDO):
                yield Entry(actor, token.lower())
                continue
            try:
                yield Entry(actor, game.format(game.parse(token)))
            except EngineError as error:
                raise BadRecord(line, error.phrase) from None

    def _numbered(self, headers: dict[str, str], word: str) -> tuple[str, ...]:
        found: list[str] = []
        while f"{word} {len(found) + 1}" in headers:
            found.append(headers.pop(f"{word} {len(found) + 1}"))
        for key in headers:
            if re.fullmatch(rf"{word} \d+", key):
                raise BadRecord(
                    self.line_of[key], "{key} is missing", key=f"{word} {len(found) + 1}"
                )
        return tuple(found)

    def _deck(self, headers: dict[str, str]) -> bool:
        deck = headers.pop("deck", None)
        if deck not in (None, "table seed"):
            raise BadRecord(self.line_of["deck"], "the only named deck is 'table seed'")
        return deck is not None

    def _seal(self, headers: dict[str, str]) -> Seal | None:
        if "commitment" not in headers:
            return None
        nonces = self._numbered(headers, "nonce")
        return Seal(headers.pop("commitment"), nonces, headers.pop("secret", None))

    def _numbers(self, headers: dict[str, str], key: str, expected: str) -> tuple[int, ...] | None:
        try:
            return tuple(int(word) for word in headers.pop(key).split()) if key in headers else None
        except ValueError:
            raise BadRecord(self.line_of[key], expected) from None
