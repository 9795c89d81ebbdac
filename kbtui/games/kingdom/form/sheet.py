"""The form of Kingdom Builder: sets, quadrants, goals and the house rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.kingdom.ground.quadrants import MARSHLANDS, printed
from engine.kingdom.setup import TURNED, Setup, options_as_json, parse_options, resolve
from kbtui.form.fields import (
    SEED,
    Field,
    Grid,
    Kind,
    Kinds,
    always,
    common,
    is_random,
    one,
    several,
)
from kbtui.form.pen import ARROWS, Pen
from kbtui.form.sheet import Draw, Group, Sheet
from kbtui.games.kingdom.board import preview
from kbtui.games.kingdom.board.art import board_size
from kbtui.games.kingdom.board.minimap import COLUMNS as MAP_COLUMNS
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kingdom.form.values import SETS, FormValues
from kbtui.games.kingdom.kit import KIT
from kbtui.games.kingdom.words.names import (
    goal_name,
    goal_text,
    quadrant_name,
    short_name,
    tile_name,
    tile_text,
)
from kbtui.look.look import Look
from kbtui.paint.runs import MUTED, RULE, Line, Run, cut, fit, length, width
from kbtui.text.i18n import N_, _
from kbtui.text.words import explained

_LEAST_WORDS: Final = 50  # columns below which signs stand for upright and turned
_LONGEST_NAME: Final = 14  # of a quadrant
_PAIRS: Final = ((0, 1), (2, 3))  # quadrants side by side
_SETS, _CARDS = Field("sets"), Field("cards")


# What the fields show and say


def _sets(values: FormValues, _setup: Setup, _n: int) -> str:
    return _("base and Marshlands") if MARSHLANDS in values.sets else _("base game")


def _about_sets(values: FormValues, _setup: Setup, _n: int) -> str:
    if MARSHLANDS in values.sets:
        return _(
            "adds six goals and double cards; its quadrants are our own layouts, because we have "
            "no copy of the printed ones"
        )
    return _("eight printed quadrants and ten goals")


def _is_turned(values: FormValues, setup: Setup, place: int) -> bool:
    asked = values.turned[place]
    return setup.rotated[place] if asked is None else asked


def _about_turn(values: FormValues, _setup: Setup, place: int) -> str:
    text = _("the quadrant as printed, or rotated by half a turn")
    return _by_chance(values, Field("turn", place)) + text


def _about_place(values: FormValues, setup: Setup, place: int) -> str:
    asked = values.quadrants[place]
    quadrant = setup.quadrants[place] if asked is None else printed()[asked]
    kinds = dict.fromkeys(kind for _digit, kind in quadrant.locations)
    tiles = "; ".join(explained(tile_name(kind), tile_text(kind)) for kind in kinds)
    return _by_chance(values, Field("place", place)) + f"{quadrant_name(quadrant)}. {tiles}"


def _about_goal(values: FormValues, setup: Setup, index: int) -> str:
    text = goal_text(values.goals[index] or setup.goals[index])
    return _by_chance(values, Field("goal", index)) + text


def _by_chance(values: FormValues, field: Field) -> str:
    return _("drawn at random, currently: ") if is_random(_KINDS, values, field) else ""


_KINDS: Final[dict[str, Kind]] = {
    **common(KIT),
    "sets": Kind(
        lambda _values: SETS,
        lambda values, _n: values.sets,
        lambda values, _n, new: values.of_sets(new),
        _sets,
        _about_sets,
    ),
    "place": Kind(
        lambda values: (None, *values.known_quadrants),
        *several("quadrants"),
        lambda values, setup, n: short_name(values.quadrants[n] or setup.quadrants[n].id),
        _about_place,
        is_drawn=True,
        apart="quadrants",
    ),
    "turn": Kind(
        lambda _values: (None, False, True),
        *several("turned"),
        lambda values, setup, n: _("rotated") if _is_turned(values, setup, n) else _("upright"),
        _about_turn,
        is_drawn=True,
    ),
    "goal": Kind(
        lambda values: (None, *values.known_goals),
        *several("goals"),
        lambda values, setup, n: goal_name(values.goals[n] or setup.goals[n]),
        _about_goal,
        is_drawn=True,
        apart="goals",
    ),
    "cards": Kind(
        lambda _values: (False, True),
        *one("two_cards"),
        lambda values, _setup, _n: (
            _("hold two, play one") if values.two_cards else _("one, as in the rules")
        ),
        always(N_("house rule: everyone holds two terrain cards and plays one of them")),
    ),
}


# Its rows


def _board(pen: Pen, columns: int) -> Iterator[Line]:
    yield pen.row(columns, *pen.label(_("sets"), _SETS), *pen.value(_SETS))
    half = (columns - 4) // 2
    for pair in _PAIRS:
        left, right = (_place(pen, place, half, columns) for place in pair)
        wall = Run(f"{pen.look.signs.wall} ", RULE)
        yield pen.row(columns, *left, wall, *right)


def _place(pen: Pen, place: int, half: int, columns: int) -> Line:
    has_sign = columns < _LEAST_WORDS
    words = ["^"] if has_sign else [_("upright"), _("rotated")]
    turned = max(map(width, words)) + 2
    names = max(width(short_name(name)) for name in pen.values.known_quadrants) + 2
    is_tight = has_sign or half - turned - 2 * ARROWS[0] < names
    room = min(half - turned - 2 * ARROWS[is_tight], max(names, _LONGEST_NAME))
    sign = "^v"[_is_turned(pen.values, pen.table, place)] if has_sign else ""
    both = (
        *pen.value(Field("place", place), room, is_tight),
        *pen.value(Field("turn", place), turned, is_tight, sign),
    )
    return fit(both, half)


def _goal(pen: Pen, index: int, columns: int) -> Line:
    field = Field("goal", index)
    names = [goal_name(goal) for goal in pen.values.known_goals]
    value = pen.value(field, max(map(width, names)) + 2)
    rule = goal_text(pen.values.goals[index] or pen.table.goals[index])
    room = columns - length(value) - 3
    about = Run(cut(rule, room, pen.look.signs.more), MUTED, f"at-{field.id}")
    return pen.row(columns, *value, about)


def _options(pen: Pen, columns: int) -> Iterator[Line]:
    labels = _("seed"), _("cards")
    room = max(map(width, labels))
    seed, card = (label.ljust(room) for label in labels)
    yield pen.seed(columns, seed)
    yield pen.row(columns, *pen.label(card, _CARDS), *pen.value(_CARDS))


class _Kingdom:
    kit = KIT
    kinds: Kinds = _KINDS
    draws: Mapping[str, Draw] = {
        "new-board": Draw("r", N_("new board"), FormValues.other_board),
        "new-goals": Draw("g", N_("new goals"), FormValues.other_goals),
        "new-seed": Draw("s", N_("new seed"), FormValues.other_seed, is_hinted=False),
    }

    def fresh(self, seed: str) -> FormValues:
        return FormValues(seed)

    def table(self, values: FormValues) -> Setup:
        return resolve(values.options)

    def options(self, values: FormValues) -> dict[str, Any]:
        return options_as_json(values.options)

    def read(self, options: Any) -> FormValues:
        asked = parse_options(options)
        quadrants = asked.quadrants or (None,) * 4
        return FormValues(
            asked.seed,
            asked.players,
            start=asked.start,
            sets=asked.sets,
            quadrants=tuple(None if q is None else q.removesuffix(TURNED) for q in quadrants),
            turned=tuple(None if q is None else q.endswith(TURNED) for q in quadrants),
            goals=asked.goals or (None,) * 3,
            two_cards=asked.two_cards,
        )

    def has_off_turn(self, values: FormValues) -> bool:
        return False

    def grid(self, values: FormValues) -> Grid:
        places = [
            [Field(kind, place) for place in pair for kind in ("place", "turn")] for pair in _PAIRS
        ]
        goals = [[Field("goal", index)] for index in range(len(values.goals))]
        return [[_SETS], *places, *goals, [SEED], [_CARDS]]

    def labels(self) -> Mapping[str, str]:
        return {"sets": _("sets"), "cards": _("cards")}

    def groups(self, pen: Pen, columns: int) -> Iterator[Group]:
        goals = [_goal(pen, index, columns) for index in range(len(pen.values.goals))]
        yield Group(_("BOARD"), "new-board", [*_board(pen, columns)])
        yield Group(_("GOALS"), "new-goals", goals)
        yield Group(_("OPTIONS"), "new-seed", [*_options(pen, columns)])

    def preview_columns(self, look: Look) -> tuple[int, int]:
        return MAP_COLUMNS, board_size(look, Zoom.S)[0]

    def preview(self, table: Setup, look: Look, columns: int, rows: int) -> list[Line]:
        draw = preview.large if columns >= board_size(look, Zoom.S)[0] else preview.small
        return draw(table, look, columns, rows)


SHEET: Final[Sheet] = _Kingdom()
