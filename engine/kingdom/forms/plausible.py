"""Checks a hand-written position for everything that the rules rely on without checking again."""

from __future__ import annotations

from engine.errors import BadPosition
from engine.kingdom.ground.terrain import OF_TERRAIN
from engine.kingdom.rules.locations import played_free
from engine.kingdom.rules.steps import can_react
from engine.kingdom.state import OPEN, Phase, State, has_cards, removed, short_seat


def _check_scouted(state: State) -> None:
    scouted = state.cards.scouted
    if scouted is None:
        return
    if scouted not in OF_TERRAIN:
        raise BadPosition("scouted", f"no card shows {scouted.word} (G-SCOUTS-2)")
    gone = removed(state)
    for card in OF_TERRAIN[scouted]:
        if gone[card] != state.setup.cards[card]:
            raise BadPosition("removed", f"all cards of {scouted.word} belong here (G-SCOUTS-2)")


def _check_hands(state: State) -> None:
    """The card of the turn has left the hand, and is drawn again only when the turn has ended."""
    if state.phase in (Phase.TURN, Phase.REPLACE):
        hand, size = state.cards.hands[state.seat], state.setup.hand_size
        if len(hand) >= size:
            text = f"the seat on turn holds at most {size - 1}: its card is played (T-1, T-6)"
            raise BadPosition(f"players[{state.seat}].hand", text)
    if state.phase == Phase.SCOUTS:
        for seat, hand in enumerate(state.cards.hands):
            if hand:
                text = "no card is dealt before the terrain is removed (G-SCOUTS-3)"
                raise BadPosition(f"players[{seat}].hand", text)
        for where, counts in (("discard", state.cards.discard), ("removed", removed(state))):
            if any(counts):
                raise BadPosition(where, "all cards are still in the draw pile (G-SCOUTS-3)")


def check(state: State) -> None:
    """Refuse a state whose phase, card, scouts or reactions do not fit each other."""
    phase, cards = state.phase, state.cards
    scouts = "scouts" in state.setup.goals
    if phase == Phase.SCOUTS and not scouts:
        raise BadPosition("phase", "scouts belongs to games with the goal Scouts (S-8)")
    if (cards.scouted is None) != (not scouts or phase == Phase.SCOUTS):
        raise BadPosition("scouted", "a terrain is removed if and only if Scouts is a goal (S-8)")
    _check_scouted(state)
    if state.begun and state.owed == OPEN:
        raise BadPosition("owed", "is missing: the card has been used, so the number is settled")
    if phase == Phase.TURN and cards.played is None and has_cards(cards):
        raise BadPosition("card", "is missing; only when no card is left is none played (A-7)")
    if state.reactions and (phase != Phase.TURN or not can_react(state, state.reactions[0][0])):
        raise BadPosition("reactions", "the first seat named cannot react (M-CANOE-1)")
    if phase != Phase.TURN and cards.played is not None:
        raise BadPosition("card", "a card is played only in the phase turn")
    _check_hands(state)
    settled = phase == Phase.TURN and not state.reactions
    if settled and cards.played is not None and not played_free(state):
        raise BadPosition("card", "its terrain is exhausted: the phase is replace (A-4)")
    if phase == Phase.DEAL and (short_seat(state) is None or not has_cards(cards)):
        raise BadPosition("phase", "no hand is short, or there is no card to deal")
    if phase == Phase.REPLACE and not has_cards(cards):
        raise BadPosition("phase", "there is no card to turn up")
    if phase in (Phase.SHOW, Phase.CHOOSE):
        if not cards.hands[state.seat]:
            raise BadPosition("phase", "the seat on turn holds no card")
        if (phase == Phase.CHOOSE) != state.setup.two_cards:
            raise BadPosition("phase", "choose belongs to the house rule H-1, show to all else")
