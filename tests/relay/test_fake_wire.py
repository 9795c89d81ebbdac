"""One hub and many clients on connections that fail in every way: all copies stay the same."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.contract import DEALER
from relay.client.events import Verified
from relay.protocol import kinds as k
from tests.relay.chaos import MISFORTUNES, WEIGHTS, Chaos, run
from tests.relay.wire import TERMS

pytestmark = pytest.mark.slow

BOTH = '{"players":%d,"sets":["base","marshlands"],"two_cards":true}'
PLAIN = '{"players":%d}'
STEPS = st.lists(st.tuples(st.sampled_from(sorted(MISFORTUNES)), st.integers(0, 1000)), max_size=80)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS, st.integers(0, 2**32), st.booleans())
def test_whatever_happens_all_copies_are_the_same_in_the_end(
    steps: list[tuple[str, int]], seed: int, has_begun: bool
) -> None:
    chaos = Chaos(seed, has_begun=has_begun)
    run(chaos, steps)
    chaos.heal()
    chaos.check()


def one_frame(chaos: Chaos, at: int, cut: int) -> int:
    """Let one frame through on each line and one thing be stored; how many frames that were."""
    for client in chaos.clients:
        chaos.wire.pump(chaos.lines[id(client)])
        for frames, deliver in (("up", chaos.wire.deliver_up), ("down", chaos.wire.deliver_down)):
            line = chaos.lines[id(client)]
            if getattr(line, frames):
                at += 1
                if at == cut:
                    chaos.reconnect(client)  # it is lost, and all that is under way behind it
                else:
                    deliver(line)
    chaos.store(0)
    return at


@pytest.mark.parametrize("first", range(1, 150, 15))
def test_a_line_may_be_cut_at_every_frame(first: int) -> None:
    for cut in range(first, first + 15):
        chaos, at = Chaos(7, has_begun=False), 0
        chaos.late_watcher(0)
        while at < 150:
            before = at
            at = one_frame(chaos, at, cut)
            if at == before:  # nothing is under way: the next one acts
                for number in range(len(chaos.players)):
                    chaos.act(number)
        chaos.heal()
        chaos.check()
        assert max(client.confirmed for client in chaos.clients) > 5


def long_run(seed: int, players: int, options: str, game: str = "kingdom") -> Chaos:
    """A whole game of many steps, in which mostly things go well."""
    chance = random.Random(seed)
    chaos = Chaos(seed, TERMS._replace(options=options), players, game=game)
    names = list(MISFORTUNES)
    weights = [WEIGHTS.get(name, 1) for name in names]
    steps = [(name, chance.randrange(1000)) for name in chance.choices(names, weights, k=1200)]
    run(chaos, steps)
    chaos.finish()
    return chaos


@pytest.mark.parametrize("seed", range(12))
def test_a_whole_game_through_all_misfortunes_is_finished_and_verified(seed: int) -> None:
    players = 2 + seed % 3
    is_verified(long_run(seed, players, BOTH % players if seed % 2 else PLAIN % players))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_so_are_games_in_which_others_decide_in_the_middle_of_a_turn(players: int) -> None:
    asked = 0
    for seed in range(3):
        chaos = long_run(seed, players, PLAIN % players, "castle")
        is_verified(chaos)
        table = chaos.players[0].opened_table
        assert table is not None
        game = table.game
        asked += sum(game.to_act(s) not in (game.on_turn(s), DEALER) for s in table.states)
    assert asked


def is_verified(chaos: Chaos) -> None:
    chaos.check()
    for client in chaos.clients:
        assert client.room is not None
        assert client.room.phase == k.OVER
        assert any(isinstance(event, Verified) for event in chaos.wire.events_of(client))
