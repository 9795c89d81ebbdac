"""The engine's process protocol: one JSON request in, one JSON answer out.

docs/engine-protocol.md is the specification. There is no I/O here: ``Engine.answer`` takes a line
and returns a line; ``engine.__main__`` reads and writes them. Each command is one row of
``COMMANDS``.

A request that gets an error changes nothing: a command never touches what the engine holds. It
works on a branch of the game and says in its ``Outcome`` what is to be kept, and ``answer`` keeps
that as its very last act, when the answer is already written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, Final, NamedTuple

from engine.contract import DEALER, AnyGame, Json, Seat, Viewer, default, find, keys
from engine.dealer import Dealer
from engine.errors import BadInput, EngineError, IllegalMove, NotYourMove
from engine.perft import perft
from engine.record import Record, format_record, read_record, record_for, record_of
from engine.rng import check_seed
from engine.table import REDO, UNDO, Table

PROTOCOL: Final = 1
MAX_LINE: Final = 1 << 20  # bytes; the largest honest line is a record, some 20 thousand
MAX_GAMES: Final = 1000
MAX_DEPTH: Final = 12
PERFT_LIMIT: Final = 2_000_000  # moves visited before perft gives up: a dozen seconds or so
_ENGINE: Final = "engine"
_CALLER: Final = "caller"
_FULL: Final = "full"
_SPECTATOR: Final = "spectator"


class Refusal(EngineError):
    """A request that cannot be carried out as it stands."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class _Game:
    """One game of the process: its table, the record it began as, and who deals."""

    def __init__(self, table: Table, origin: Record, seed: str, is_dealt_here: bool) -> None:
        self.table = table
        self.origin = origin
        self.dealer = Dealer(seed)
        self.is_dealt_here = is_dealt_here

    def branch(self) -> _Game:
        """This game, to be played on without a change to this one."""
        branch = copy(self)
        branch.table = self.table.branch()
        return branch

    def deal(self) -> list[str]:
        """The dealer's entries that are due, if the engine is to deal them."""
        return self.dealer.deal(self.table) if self.is_dealt_here else []

    def record(self, viewer: Viewer | str) -> Record:
        """The game as it stands, full or as one chair may keep it."""
        if isinstance(viewer, str):
            return record_of(self.table, self.origin)
        return record_for(self.table, self.origin, viewer)


class Outcome(NamedTuple):
    """What a command answers, and what the engine holds from then on."""

    fields: Json
    kept: Mapping[str, _Game | None] = {}  # by name; None: the game is closed
    is_quitting: bool = False


class _Fields:
    """The fields of a request, taken out one by one."""

    def __init__(self, fields: Json) -> None:
        self._fields = fields

    def take(self, name: str, kind: type, default: Any = ...) -> Any:
        value = self._fields.pop(name, default)
        if value is ...:
            raise Refusal("bad-request", f"the field {name!r} is missing")
        if type(value) is not kind and value is not default:
            raise Refusal("bad-request", f"the field {name!r} must be of type {kind.__name__}")
        return value

    def take_viewer(self, seats: int) -> Viewer | str:
        """``"full"``, ``"spectator"`` or a seat."""
        value = self._fields.pop("viewer", _FULL)
        if value == _SPECTATOR:
            return None
        if value == _FULL or (type(value) is int and 0 <= value < seats):
            return value  # type: ignore[no-any-return]
        raise Refusal("bad-request", 'viewer is "full", "spectator" or a seat')

    def take_move(self, table: Table) -> Any:
        return table.game.parse(self.take("move", str))

    def end(self) -> None:
        for name in self._fields:
            raise Refusal("bad-request", f"there is no field {name!r} in this command")


class Engine:
    """All games of one process, by name."""

    def __init__(self) -> None:
        self._games: dict[str, _Game] = {}
        self.is_quitting = False

    def answer(self, line: str) -> str:
        """The answer to one request line; nothing a caller can send makes it raise."""
        id_: Any = None
        try:
            request = _parse(line)
            id_ = request.pop("id", None)
            outcome = self._run(request)
            text = _write({"id": id_, "ok": True} | outcome.fields)
        except EngineError as error:
            return _write({"id": id_, "ok": False, "error": _describe_error(error)})
        self._keep(outcome)
        return text

    def _keep(self, outcome: Outcome) -> None:
        for name, game in outcome.kept.items():
            if game is None:
                del self._games[name]
            else:
                self._games[name] = game
        self.is_quitting = outcome.is_quitting

    def _run(self, request: Json) -> Outcome:
        name = request.pop("cmd", None)
        command = COMMANDS.get(name) if isinstance(name, str) else None
        if command is None:
            raise Refusal("unknown-command", f"cmd is one of {', '.join(COMMANDS)}")
        return command(self, _Fields(request))

    def _named(self, fields: _Fields) -> tuple[str, _Game]:
        """The game that the request names; to be looked at, not to be changed."""
        name = fields.take("game", str)
        if name not in self._games:
            raise Refusal("unknown-game", f"no game is called {name!r}")
        return name, self._games[name]

    def _find(self, fields: _Fields) -> _Game:
        return self._named(fields)[1]

    def _branch(self, fields: _Fields) -> tuple[str, _Game]:
        """A branch of the game that the request names."""
        name, game = self._named(fields)
        return name, game.branch()

    def _add(self, name: str, game: _Game) -> Outcome:
        if name not in self._games and len(self._games) >= MAX_GAMES:
            raise Refusal("too-many-games", f"at most {MAX_GAMES} games at once; close some")
        dealt, table = game.deal(), game.table
        board = table.game.describe_table(table.state)
        return Outcome(_state(game) | {"dealt": dealt, "board": board}, {name: game})

    def hello(self, fields: _Fields) -> Outcome:
        game = _take_rules(fields)
        fields.end()
        limits = {"line": MAX_LINE, "games": MAX_GAMES, "depth": MAX_DEPTH, "perft": PERFT_LIMIT}
        known = {"protocol": PROTOCOL, "engine": "kbtui", "commands": list(COMMANDS)}
        return Outcome(known | {"limits": limits, "rules": list(keys())} | game.about())

    def new(self, fields: _Fields) -> Outcome:
        name, deals, game = fields.take("game", str), _take_dealer(fields), _take_rules(fields)
        options = fields.take("options", dict, {})
        fields.end()
        state, seed = game.new(options), game.seed(options)
        # What chance has settled is written down: no later change of drawing leads it elsewhere.
        origin = Record(game.key, game.settled(state) | {"seed": seed}, seeded=deals)
        return self._add(name, _Game(Table(game, state), origin, seed, deals))

    def position(self, fields: _Fields) -> Outcome:
        name, deals, game = fields.take("game", str), _take_dealer(fields), _take_rules(fields)
        seed, given = fields.take("seed", str, game.seed({})), fields.take("position", dict)
        fields.end()
        check_seed(seed)
        state = game.read_position(given)
        origin = Record(game.key, game.write_position(state), is_position=True)
        return self._add(name, _Game(Table(game, state), origin, seed, deals))

    def load(self, fields: _Fields) -> Outcome:
        name, text = fields.take("game", str), fields.take("record", str)
        deals = _take_dealer(fields, _CALLER)
        fields.end()
        record, table = read_record(text)
        if deals and not record.seeded:
            raise Refusal("bad-request", "the record does not say from which seed it was dealt")
        seed = table.game.seed({} if record.is_position else record.start)
        return self._add(name, _Game(table, record._replace(entries=()), seed, deals))

    def close(self, fields: _Fields) -> Outcome:
        name, _ = self._named(fields)
        fields.end()
        return Outcome({}, {name: None})

    def games(self, fields: _Fields) -> Outcome:
        fields.end()
        return Outcome({"games": list(self._games)})

    def state(self, fields: _Fields) -> Outcome:
        game = self._find(fields)
        fields.end()
        return Outcome(_state(game))

    def legal(self, fields: _Fields) -> Outcome:
        table = self._find(fields).table
        fields.end()
        moves = [table.game.describe_move(move) for move in table.game.legal(table.state)]
        for found, (_, chances) in zip(moves, table.game.outcomes(table.state), strict=False):
            found["chances"] = chances  # the dealer's moves, which come in the same order
        return Outcome({"to_act": _seat(table.to_act), "moves": moves})

    def board(self, fields: _Fields) -> Outcome:
        table = self._find(fields).table
        fields.end()
        return Outcome({"board": table.game.describe_table(table.state)})

    def play(self, fields: _Fields) -> Outcome:
        name, game = self._branch(fields)
        token = fields.take("move", str)
        fields.end()
        if token.lower() in (UNDO, REDO):
            raise Refusal("bad-request", f"{token} is a command of its own")
        actor = game.table.to_act
        if actor is None:
            raise NotYourMove("The game is over.")
        game.table.append(actor, token)
        if actor == DEALER:  # the cards are no longer those of the seed alone
            game.origin = game.origin._replace(seeded=False)
        dealt = game.deal()
        return Outcome(_state(game) | {"dealt": dealt}, {name: game})

    def deal(self, fields: _Fields) -> Outcome:
        """The engine chooses what the dealer does, also where the caller deals otherwise."""
        name, game = self._branch(fields)
        fields.end()
        if game.table.to_act != DEALER:
            raise NotYourMove("The dealer has nothing to do now.")
        dealt = game.dealer.deal(game.table)
        return Outcome(_state(game) | {"dealt": dealt}, {name: game})

    def undo(self, fields: _Fields) -> Outcome:
        return self._step_back(fields, UNDO, Table.can_undo)

    def redo(self, fields: _Fields) -> Outcome:
        return self._step_back(fields, REDO, Table.can_redo)

    def _step_back(self, fields: _Fields, token: str, can: Callable[[Table, int], int]) -> Outcome:
        name, game = self._branch(fields)
        fields.end()
        table = game.table
        for seat in range(table.game.seats(table.state)):
            if can(table, seat):
                table.append(seat, token)
                return Outcome(_state(game), {name: game})
        raise IllegalMove(token, f"There is nothing to {token}.")

    def scores(self, fields: _Fields) -> Outcome:
        table = self._find(fields).table
        fields.end()
        return Outcome(table.game.describe_scores(table.state))

    def gains(self, fields: _Fields) -> Outcome:
        table = self._find(fields).table
        move = fields.take_move(table)
        fields.end()
        return Outcome({"gains": table.game.describe_gains(table.state, move)})

    def explain(self, fields: _Fields) -> Outcome:
        table = self._find(fields).table
        move = fields.take_move(table)
        fields.end()
        why = table.game.explain(table.state, move)
        if why is None:
            return Outcome({"legal": True})
        return Outcome({"legal": False, "rule": why.rule, "reason": why.reason})

    def dump(self, fields: _Fields) -> Outcome:
        table = self._find(fields).table
        viewer = fields.take_viewer(table.game.seats(table.state))
        fields.end()
        state = table.state
        if not isinstance(viewer, str):
            state = table.game.observe(state, viewer)
        return Outcome({"position": table.game.write_position(state)})

    def record(self, fields: _Fields) -> Outcome:
        game = self._find(fields)
        viewer = fields.take_viewer(game.table.game.seats(game.table.state))
        fields.end()
        return Outcome({"record": format_record(game.record(viewer))})

    def perft(self, fields: _Fields) -> Outcome:
        table, depth = self._find(fields).table, fields.take("depth", int)
        fields.end()
        if not 0 <= depth <= MAX_DEPTH:
            raise Refusal("bad-request", f"depth is 0 to {MAX_DEPTH}")
        nodes = perft(table.game, table.state, depth, PERFT_LIMIT)
        if nodes is None:
            raise Refusal("too-large", f"more than {PERFT_LIMIT} moves would be visited")
        return Outcome({"nodes": nodes})

    def quit(self, fields: _Fields) -> Outcome:
        fields.end()
        return Outcome({}, is_quitting=True)


COMMANDS: Final[dict[str, Callable[[Engine, _Fields], Outcome]]] = {
    command.__name__: command
    for command in (
        *(Engine.hello, Engine.new, Engine.position, Engine.load, Engine.games, Engine.close),
        *(Engine.state, Engine.board, Engine.legal, Engine.play, Engine.deal, Engine.undo),
        *(Engine.redo, Engine.scores, Engine.gains, Engine.explain, Engine.dump),
        *(Engine.record, Engine.perft, Engine.quit),
    )
}


def _parse(line: str) -> Json:
    if len(line.encode(errors="surrogatepass")) > MAX_LINE:
        raise Refusal("too-large", f"a line has at most {MAX_LINE} bytes")
    try:
        request = json.loads(line, parse_constant=_no_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise Refusal("bad-json", f"not a JSON object: {error}") from None
    if not isinstance(request, dict):
        raise Refusal("bad-json", "a request is a JSON object")
    return request


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if number - number != 0:  # too large to be a number in JSON again
        raise ValueError(f"{text} is too large")
    return number


def _take_dealer(fields: _Fields, default: str = _ENGINE) -> bool:
    dealer = fields.take("dealer", str, default)
    if dealer not in (_ENGINE, _CALLER):
        raise Refusal("bad-request", f'dealer is "{_ENGINE}" or "{_CALLER}"')
    return bool(dealer == _ENGINE)


def _take_rules(fields: _Fields) -> AnyGame:
    """Which game is meant, by its key."""
    key = fields.take("rules", str, default())
    if key not in keys():
        raise Refusal("bad-request", f"rules is one of {', '.join(keys())}, not {key!r}")
    return find(key)


def _write(answer: Json) -> str:
    return json.dumps(answer, separators=(",", ":"))


def _describe_error(error: EngineError) -> Json:
    found: Json = {"code": error.code, "message": str(error)}
    if isinstance(error, BadInput):
        found["where"] = error.where
    if isinstance(error, IllegalMove):
        found["rule"] = error.rule
    return found


def _state(game: _Game) -> Json:
    table = game.table
    return {
        "entry": len(table.entries),
        "digest": table.digest(),
        "to_act": _seat(table.to_act),
        "state": table.game.describe(table.state),
    }


def _seat(seat: Seat | None) -> int | str | None:
    """Seats are numbers from 0; the dealer has a name; nobody is null."""
    return "dealer" if seat == DEALER else seat
