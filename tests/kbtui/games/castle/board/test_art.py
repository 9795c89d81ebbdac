"""The large castle in cells: what it shows, what it paints again, and what that costs."""

from __future__ import annotations

from random import Random

import pytest

from engine.castle.castle import BARE
from engine.castle.pieces.cells import parse_cell
from kbtui.games.castle.board.art import Appearance, CastleArt
from kbtui.games.castle.board.marks import Counted, Gain, Pointed, marks, place_of
from kbtui.games.castle.board.zoom import CASTLES, Zoom, framed
from kbtui.games.kit import Marks
from kbtui.paint.cells import REVERSE
from kbtui.paint.palette import Mode
from tests.kbtui.games.castle.board.painted import (
    HERO,
    LOOKS,
    Terminal,
    castle,
    grown,
    named,
    pointing,
    rows,
    table,
    text,
)

# The castle of the mock-ups, and what is legal there.
ADA = {
    "b1": "stair11/1",
    "f1": "wall8",
    "l1": "window7",
    "e2": "lside1",
    "g2": "twin11",
    "i2": "rside2",
    "m2": "rside2",
    "f3": "stair12/2",
    "h3": "hall2",
    "g4": "prince",
    "i4": "rbay1",
    "h5": "wall4",
}
OFFERS = {"a2": Gain(2, tiles=1), "k2": Gain(2, tiles=1), "l3": Gain(3)}
OFFERS |= {"e4": Gain(4, 1), "f5": Gain(5, 1)}
WALK = ["f5", "g4", "h5", "i4", "h3", "g2", "h1", "i2"]
WALK += ["j3", "k2", "l3", "k4", "j5", "k6", "l5", "a2"]


def offered(cursor: str) -> Marks:
    gains = {parse_cell(name): gain for name, gain in OFFERS.items()}
    return marks(Pointed(0, gains), parse_cell(cursor))


def drawn(look: Appearance, shown: Marks, tiles: dict[str, str], levels: int = 7) -> list[str]:
    art = CastleArt(look, levels)
    art.show(table(castle(tiles)), shown)
    return text(rows(art))


def test_a_castle_in_letters_is_that_of_the_design() -> None:
    found = drawn(Appearance(Zoom.S, None), offered("f5"), ADA)
    assert found[4:] == [
        "               [►5$] │═4══│",
        "                     │    │",
        "             ►4$  │═3══││1│\\",
        "                  │ @  ││ │Λ)",
        "               │═2══││═2══│        ►3",
        "               │/   ││ ∩  │",
        " ►2#           │1││═11═││2│    ►2#  │2│",
        "              ~│ ││ ∩∩ ││ │~        │ │~",
        "   │═1══│      │═8══││═2══│      │═7══│",
        "   │/   │      │    ││[##]│      │ ∩  │",
        "   a##b##c##d##e##f##g##h##i##j##k##l##m##n##o",
    ]


def test_roofs_and_people_in_letters_without_unicode() -> None:
    found = drawn(Appearance(Zoom.M, None, unicode=False), Marks(), HERO, 6)
    assert found[3:] == [
        "                                    |5==\\",
        "                                    |    \\",
        "                                    |   ^+_\\",
        "                                |==5===||1=|\\",
        "                   @            |      ||  |^)",
        "                |-+----|        |      ||  |",
        "            |==7===||3=|        |1=||==3===|  /^^\\",
        "            |  n   ||n |~      ~|  ||  @   | /    \\",
        "            |      ||  |        |  ||      |/__++__\\",
        "        |==4===||==3===|        |==2===||==10==||1=|",
        "        |      ||  @   |   @    |  n   || n@+  ||  |~",
        "        |      ||      ||-+----||      ||      ||  |",
        "    |==4===||==1===||==4===||==2===||==2===||==8===|",
        "    |  n   ||/     ||  n@  || [##] ||/ +   ||  n   |",
        "    |      ||      ||      || [##] ||      ||      |",
        "    ########################################################",
        "    a###b###c###d###e###f###g###h###i###j###k###l###m###n###o",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS, ids=named)
def test_a_castle_that_changed_is_painted_as_one_drawn_afresh(look: Appearance) -> None:
    rng = Random(str(look))
    art = CastleArt(look)
    art.show(table(BARE), Marks())
    for step, found in enumerate(grown(rng, 50)):
        seat = step % 2
        state = table(found, castle(HERO))
        cursor = rng.choice(WALK)
        shown = pointing(cursor, seat=seat) if step % 3 else Marks(cursor=place_of(seat, 1))
        before = [[*row] for row in rows(art)]
        covered = {
            (x + i, y + j)
            for x, y, wide, high in art.show(state, shown)
            for i in range(wide)
            for j in range(high)
        }
        differ = {
            (x, y)
            for y, (old, new) in enumerate(zip(before, rows(art), strict=True))
            for x, (one, other) in enumerate(zip(old, new, strict=True))
            if one != other
        }
        assert differ <= covered
        assert art.show(state, shown) == []
    fresh = CastleArt(look)
    fresh.show(state, shown)
    assert rows(fresh) == rows(art)


# What a step of the cursor may cost, and a build with the step that follows.
STEPS = {(Zoom.S, Mode.TRUE): 900, (Zoom.L, Mode.TRUE): 3_100, (Zoom.L, Mode.C256): 1_400}


@pytest.mark.parametrize(("zoom", "mode"), STEPS)
def test_a_step_of_the_cursor_costs_few_bytes(zoom: Zoom, mode: Mode) -> None:
    look, state = Appearance(zoom, mode), table(castle(ADA))
    terminal = Terminal(CastleArt(look, 8), look)
    terminal.bytes(state, pointing("f5"))
    assert max(terminal.bytes(state, pointing(cell)) for cell in WALK) <= STEPS[zoom, mode]


@pytest.mark.parametrize("zoom", CASTLES)
def test_every_cell_can_be_pointed_at(zoom: Zoom) -> None:
    art = CastleArt(Appearance(zoom))
    art.show(table(castle(ADA)), Marks(cursor=place_of(1, parse_cell("h1"))))
    for name in ("a2", "o2", "b1", "n1", "h7", "g4"):
        place = place_of(1, parse_cell(name))
        x, y, wide, high = art.box(place)
        assert {art.place_at(x + wide // 2, row) for row in range(y, y + high)} == {place}
        spot = art.spot(place)
        assert art.place_at(*spot) == place
    assert art.place_at(0, art.rows - 1) is None


def test_a_high_castle_is_seen_from_the_level_of_the_cursor_on() -> None:
    tower = {f"{'hg'[level % 2 == 0]}{level}": "wall1" for level in range(2, 10)}
    art = CastleArt(Appearance(Zoom.S, None))
    state = table(castle(tower))
    art.show(state, Marks(cursor=place_of(0, parse_cell("g10"))))
    assert text(rows(art))[-1].startswith(" levels 5 to 11 ")
    top = place_of(0, parse_cell("g10"))
    assert art.box(top)[1] == 2  # a level above it
    art.show(state, Marks(cursor=place_of(0, parse_cell("h1"))))
    assert text(rows(art))[-1].endswith("n##o")


def test_a_refused_cell_says_so() -> None:
    found = drawn(Appearance(Zoom.M, None), pointing("k6"), ADA)
    assert "[no]" in found[4]
    art = CastleArt(Appearance(Zoom.M, None))
    art.show(table(castle(ADA)), pointing("k6"))
    flags = {cell.flags & REVERSE for cell in art.row(4) if cell.char in "[no]"}
    assert flags == {REVERSE}


def test_what_can_be_hit_and_what_is_new_is_marked() -> None:
    b1, h5 = parse_cell("b1"), parse_cell("h5")
    last = 1 << place_of(0, h5)
    found = drawn(Appearance(Zoom.M, None), marks(Pointed(0, hits=1 << b1), last=last), ADA)
    assert "{4}" in found[6]
    assert "│/ ><  │" in found[19]


def test_counting_leaves_only_what_counts_bright() -> None:
    gold = (0xF0, 0xC3, 0x5A)
    art = CastleArt(Appearance(Zoom.L))
    state = table(castle(HERO))

    def shining() -> set[tuple[int, int]]:
        return {
            (x, y)
            for y, row in enumerate(rows(art))
            for x, cell in enumerate(row)
            if gold in (cell.foreground, cell.background)
        }

    art.show(state, marks(Pointed(0, counted=Counted.ROOFS)))
    roofs = shining()
    boxes = [art.box(place_of(0, parse_cell(name))) for name in ("j5", "k4", "l3")]
    inside = {(x + i, y + j) for x, y, w, h in boxes for i in range(w) for j in range(h)}
    assert roofs
    assert roofs <= inside
    art.show(state, marks(Pointed(0, counted=Counted.HEIGHT)))
    assert shining() <= {(x, y) for x, y in inside if y < boxes[0][1] + boxes[0][3]}


def test_the_sky_says_whose_castle_it_is() -> None:
    shown = marks(Pointed(1, title="Dmitri 王's castle"))
    found = drawn(Appearance(Zoom.S, None), shown, ADA)
    assert found[0].startswith("  ■2  Dmitri ?'s castle")
    art = CastleArt(Appearance(Zoom.L))
    art.show(table(castle(ADA)), shown)
    assert "■2  Dmitri ?'s castle" in text(rows(art))[1]
    assert not drawn(Appearance(Zoom.S, None), marks(Pointed(1)), ADA)[0]
    followed = Marks(cursor=place_of(1, parse_cell("h1")))  # as in a replay
    assert drawn(Appearance(Zoom.S, None), followed, ADA)[0] == "  ■2"


def test_a_castle_that_fills_a_window_has_more_sky_around_it() -> None:
    frame = framed(Zoom.M, 91, 30)
    art = CastleArt(Appearance(Zoom.M), frame=frame)
    art.show(table(castle(ADA)), Marks())
    assert [len(row) for row in rows(art)] == [91] * 30
    place = place_of(0, parse_cell("a2"))
    x, y, _wide, high = art.box(place)
    assert x == (91 - Zoom.M.columns) // 2
    assert art.place_at(x, y) == place
    assert y + high == 30 - 2 - 3  # two rows of ground, and level 1
