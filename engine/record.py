"""Game records: a whole game as text that people can read, mail, diff and replay (docs/record.md).

A record is the log of one table with the setup in front. It may be a full log or the copy of one
chair, and it may be unfinished. ``read_head`` reads the headers alone; ``parse_record`` checks the
form of all of it; ``read_record`` also replays the game. A damaged file is refused with the line
and the reason.
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
_ONE_LINE: Final = "a header is one line of printable characters"
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
            raise BadInput(where, _ONE_LINE)
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
            actor, line = entry.actor, entry_line(number, entry)
        else:
            line += f" {entry.token}"
    if line:
        yield line


def entry_line(number: int, entry: Entry) -> str:
    """A line of a record that holds this entry alone; further tokens of the actor may follow."""
    actor = _DEALER if entry.actor == DEALER else entry.actor + 1
    return f"{number:>4} {actor:<6} {entry.token}"


class Head(NamedTuple):
    """What stands above the entries of a record."""

    record: Record  # without its entries
    line_of: Mapping[str, int]  # of each header, and of ``start``
    first: int  # the line where the entries begin
    entries: str  # as they are written


def read_head(text: str) -> Head:
    """The headers alone, without a look at the game or its entries; raises BadRecord."""
    lines = text.removesuffix("\n").split("\n")
    if lines[0].strip() != MAGIC:
        raise BadRecord(1, "a record must start with the line {magic}", magic=repr(MAGIC))
    end = next((n for n, line in enumerate(lines) if not line.strip()), None)
    headers = _Headers(lines[1:end])
    if end is None:
        raise BadRecord(
            len(lines), "the empty line after the headers is missing; is the file cut off?"
        )
    return Head(headers.record(), headers.line_of, end + 2, "\n".join(lines[end + 1 :]))


def written_entries(head: Head) -> Iterator[tuple[int, Entry]]:
    """The entries as they are written, each with the number of its line; raises BadRecord."""
    count = 0
    for number, raw in enumerate(head.entries.split("\n"), head.first):
        line = raw.partition("#")[0]
        if not line.strip():
            continue
        match = re.fullmatch(_LINE, line)
        if match is None:
            raise BadRecord(number, "expected an entry number, an actor and moves")
        first, actor, tokens = int(match[1]), match[2], match[3].split()
        if first != count + 1:
            raise BadRecord(
                number,
                "expected entry {next} here, not {first}; lines are missing or repeated",
                next=count + 1,
                first=first,
            )
        seat = DEALER if actor == _DEALER else int(actor) - 1
        if seat == DEALER and actor != _DEALER:
            raise BadRecord(number, "seats are counted from 1")
        count += len(tokens)
        yield from ((number, Entry(seat, token)) for token in tokens)


def parse_record(text: str) -> Record:
    """The record that the text describes; raises BadRecord."""
    return _parsed(text)[0]


def _parsed(text: str) -> tuple[Record, Mapping[str, int], list[int]]:
    """The record, the lines of its headers, the line of each entry. The entries are as the game
    would write them."""
    head = read_head(text)
    try:
        game = find(head.record.game)
    except EngineError as error:
        raise BadRecord(head.line_of["game"], error.phrase) from None
    entries, lines = [], []
    for line, (actor, token) in written_entries(head):
        word = token.lower()
        if word not in (UNDO, REDO):
            try:
                word = game.format(game.parse(token))
            except EngineError as error:
                raise BadRecord(line, error.phrase) from None
        entries.append(Entry(actor, word))
        lines.append(line)
    return head.record._replace(entries=tuple(entries)), head.line_of, lines


def read_record(text: str) -> tuple[Record, Table]:
    """Parse and replay: every entry legal, result and digest as the file says."""
    record, line_of, lines = _parsed(text)
    try:
        table = start_table(record)
    except EngineError as error:
        raise BadRecord(line_of["start"], error.phrase) from None
    for (actor, token), line in zip(record.entries, lines, strict=True):
        try:
            table.append(actor, token)
        except EngineError as error:
            raise BadRecord(line, "{token}: {problem}", token=token, problem=error.phrase) from None
    if record.digest is not None and record.digest != table.digest():
        raise BadRecord(
            line_of["digest"],
            "the entries give the digest {ours}, not {theirs}",
            ours=table.digest(),
            theirs=record.digest,
        )
    ours = record_of(table, record)
    if record.result not in (None, ours.result):
        gives = Phrase("the entries give the result {ours}", ours=str(ours.result))
        raise BadRecord(line_of["result"], gives)
    if record.winners not in (None, ours.winners):
        seats = ours.winners and tuple(seat + 1 for seat in ours.winners)
        gives = Phrase("the entries give the winners {ours}", ours=str(seats))
        raise BadRecord(line_of["winners"], gives)
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


class _Headers:
    """Takes what is known out of the header lines; what is left are tags."""

    def __init__(self, lines: list[str]) -> None:
        self._left: dict[str, str] = {}
        self.line_of: dict[str, int] = {}
        for number, line in enumerate(lines, 2):
            if not line.startswith("#"):
                self._add(line.rstrip("\r"), number)

    def _add(self, line: str, number: int) -> None:
        match = re.fullmatch(_HEADER, line)
        if match is None:
            raise BadRecord(number, "expected a header such as 'player 1: Ann', or an empty line")
        key, value = match.groups()
        if not value.isprintable():  # it is shown in a terminal, which obeys what is not
            raise BadRecord(number, _ONE_LINE)
        if key in self._left:
            raise BadRecord(number, "the header {key} appears twice", key=repr(key))
        self._left[key] = value
        self.line_of[key] = number

    def record(self) -> Record:
        start = "position" if "position" in self._left else "options"
        game, text = self._take("game"), self._take(start)
        self.line_of["start"] = self.line_of[start]
        winners = self._numbers("winners", Phrase("expected seats, counted from 1"))
        record = Record(
            game=game,
            start=self._json(text),
            players=self._numbered("player"),
            is_position=start == "position",
            seeded=self._deck(),
            seal=self._seal(),
            result=self._numbers("result", Phrase("expected the score of each seat")),
            winners=winners and tuple(seat - 1 for seat in winners),
            digest=self._left.pop("digest", None),
        )
        for key in _RESERVED:
            if key in self._left:
                raise BadRecord(
                    self.line_of[key], "{key} does not match the other headers", key=repr(key)
                )
        return record._replace(tags=tuple(self._left.items()))

    def _take(self, key: str) -> str:
        if key not in self._left:
            raise BadRecord(1, "the header {key} is missing", key=repr(key))
        return self._left.pop(key)

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

    def _numbered(self, word: str) -> tuple[str, ...]:
        found: list[str] = []
        while (key := f"{word} {len(found) + 1}") in self._left:
            found.append(self._left.pop(key))
        for other in self._left:
            if re.fullmatch(rf"{word} \d+", other):
                raise BadRecord(self.line_of[other], "{key} is missing", key=key)
        return tuple(found)

    def _deck(self) -> bool:
        deck = self._left.pop("deck", None)
        if deck not in (None, "table seed"):
            raise BadRecord(self.line_of["deck"], "the only named deck is 'table seed'")
        return deck is not None

    def _seal(self) -> Seal | None:
        if "commitment" not in self._left:
            return None
        nonces = self._numbered("nonce")
        return Seal(self._left.pop("commitment"), nonces, self._left.pop("secret", None))

    def _numbers(self, key: str, expected: Phrase) -> tuple[int, ...] | None:
        text = self._left.pop(key, None)
        try:
            return None if text is None else tuple(map(int, text.split()))
        except ValueError:
            raise BadRecord(self.line_of[key], expected) from None
