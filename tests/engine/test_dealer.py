"""The dealer: cards from a seed and a log alone, sealed, revealed and verified."""

from collections import Counter

import pytest

from engine.contract import DEALER, find
from engine.dealer import Dealer, Seal, commitment, open_seal, sealed_seed, verify
from engine.errors import FoulDeal, NotYourMove
from engine.table import Entry, Table
from tests.walks import BOTH, KINGDOM, TABLES, options, scarce, steps, walked

SECRET = bytes(range(32))
NONCES = (b"\x01" * 16, b"\x02" * 16)
# Computed apart from the engine with hashlib: BLAKE2b of 32 bytes, personalised `kbtui commit`,
# over the secret; and `kbtui deck`, over secret and nonces, each behind its length in 4 bytes.
COMMITMENT = "f97b5568d1fc897f125d8627ec93caa963f449f471acdb664b172fa8f943143e"
DECK = "cbf42511b11f7b76eb530b4aff8424dc7871f93f7b26888db51d057aa89cd76f"
SEAL = Seal(COMMITMENT, tuple(nonce.hex() for nonce in NONCES), SECRET.hex())


def played(dealer: Dealer, start: dict[str, object] | None = None, entries: int = 2000) -> Table:
    """A game whose players always make the first legal move, dealt by this dealer."""
    table = Table.new(KINGDOM, start or {"seed": "dealer"})
    while table.to_act is not None and len(table.entries) < entries:
        if table.to_act == DEALER:
            dealer.deal(table)
        else:
            table.append(table.to_act, table.game.format(table.game.legal(table.state)[0]))
    return table


def deals(table: Table) -> list[str]:
    """The cards that were dealt to hands."""
    tokens = [token for actor, token in table.entries if actor == DEALER]
    return [token.partition(":")[2] for token in tokens if token.startswith("deal:")]


def changed(table: Table, number: int, token: str) -> Table:
    """The same log up to that entry, with another token there."""
    copy = Table(table.game, table.states[0])
    copy.extend([*table.entries[: number - 1], Entry(table.entries[number - 1].actor, token)])
    return copy


# ---- dealing --------------------------------------------------------------------------------


def test_the_same_seed_deals_the_same_cards() -> None:
    assert played(Dealer("one")).entries == played(Dealer(b"one")).entries


def test_another_seed_deals_other_cards() -> None:
    assert deals(played(Dealer("one"))) != deals(played(Dealer("two")))


def test_the_dealer_stops_when_a_player_has_to_act() -> None:
    table = Table.new(KINGDOM, {"players": 3, "seed": "dealer"})
    tokens = Dealer("one").deal(table)
    assert [token.partition(":")[0] for token in tokens] == ["deal", "deal", "deal", "show"]
    assert [entry.token for entry in table.entries] == tokens
    assert table.to_act == 0
    assert Dealer("one").deal(table) == []


@pytest.mark.parametrize("name", TABLES)
def test_a_table_rebuilt_from_its_log_is_dealt_the_same_next_card(name: str) -> None:
    table = Table.new(KINGDOM, options(name, 1))
    for _ in steps(table, "resume", 120):
        if table.to_act == DEALER:
            again = Table(table.game, table.states[0])
            again.extend(table.entries)
            assert Dealer("deal resume").next_token(again) == Dealer("deal resume").next_token(
                table
            )


def test_undo_and_redo_do_not_shift_the_cards() -> None:
    plain, fickle = played(Dealer("one"), entries=3), played(Dealer("one"), entries=3)
    token = plain.game.format(plain.game.legal(plain.state)[0])
    for table in (plain, fickle):
        table.append(0, token)
    for word in ("undo", "redo", "undo", "redo"):
        fickle.append(0, word)
    for table in (plain, fickle):
        while table.to_act == 0:
            table.append(0, table.game.format(table.game.legal(table.state)[0]))
    assert Dealer("one").deal(plain) == Dealer("one").deal(fickle)


@pytest.mark.rule("C-4")
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_whole_pile_is_five_of_each(seed: str) -> None:
    cards = deals(played(Dealer(seed), {"first_game": True, "players": 4}))
    assert Counter(cards[:25]) == dict.fromkeys(
        ("grass", "flowers", "forest", "canyon", "desert"), 5
    )


@pytest.mark.rule("C-7")
def test_with_marshlands_a_whole_pile_is_thirty_cards() -> None:
    goals = ["lords", "knights", "miners"]
    start: dict[str, object] = {"players": 4, "sets": BOTH, "goals": goals}
    counts = Counter(deals(played(Dealer("one"), start))[:30])
    assert sorted(counts.values()) == [1] * 5 + [5] * 5
    assert {card for card, count in counts.items() if count == 1} == {
        f"marsh/{terrain}" for terrain in ("grass", "flowers", "forest", "canyon", "desert")
    }


def test_the_first_card_is_any_card_and_the_second_any_of_the_rest() -> None:
    firsts: Counter[str] = Counter()
    equal = 0
    for seed in range(1000):
        table = Table.new(KINGDOM, {"seed": "dealer"})
        first, second, _ = Dealer(f"seed {seed}").deal(table)
        firsts[first] += 1
        equal += first == second
    assert len(firsts) == 5
    assert all(140 < count < 260 for count in firsts.values())  # 200 expected
    assert 110 < equal < 225  # 4 of 24: 167 expected; with a reshuffled pile it would be 200


# ---- sealing --------------------------------------------------------------------------------


def test_commitment_and_seed_are_what_they_always_were() -> None:
    assert commitment(SECRET) == COMMITMENT
    assert sealed_seed(SECRET, NONCES).hex() == DECK


def test_every_part_of_a_seal_changes_the_cards() -> None:
    seeds = {
        sealed_seed(SECRET, NONCES),
        sealed_seed(SECRET, NONCES[::-1]),
        sealed_seed(SECRET, NONCES[:1]),
        sealed_seed(SECRET, ()),
        sealed_seed(SECRET[:31], NONCES),
        sealed_seed(SECRET, (NONCES[0] + NONCES[1],)),  # lengths keep the parts apart
        sealed_seed(SECRET, (NONCES[0], NONCES[1], b"")),
    }
    assert len(seeds) == 7


def test_an_opened_seal_deals_what_was_dealt() -> None:
    table = played(Dealer(sealed_seed(SECRET, NONCES)))
    count = sum(actor == DEALER for actor, _ in table.entries)
    assert verify(table, open_seal(SEAL)).dealt == count > 25


@pytest.mark.parametrize(
    ("seal", "problem"),
    [
        (SEAL._replace(secret=None), "not been revealed"),
        (SEAL._replace(secret="00" * 32), "does not match its commitment"),
        (SEAL._replace(secret=SECRET.hex()[:-2]), "does not match its commitment"),
        (SEAL._replace(commitment="00" * 32), "does not match its commitment"),
        (SEAL._replace(secret="no hex"), "hexadecimal"),
        (SEAL._replace(secret="é" * 64), "hexadecimal"),
        (SEAL._replace(secret=SECRET.hex()[:-1]), "hexadecimal"),
        (SEAL._replace(nonces=("zz",)), "hexadecimal"),
    ],
)
def test_a_seal_that_does_not_open_is_foul(seal: Seal, problem: str) -> None:
    with pytest.raises(FoulDeal, match=problem):
        open_seal(seal)


# ---- proving --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_an_honest_game_is_proved(name: str) -> None:
    table = walked(options(name, 2), 2, 300)
    assert verify(table, Dealer("deal 2")).dealt == table.dealt > 0


def test_an_honest_game_with_replaced_cards_is_proved() -> None:
    table = walked(scarce("G"), 2, 300)
    assert verify(table, Dealer("deal 2")).dealt == table.dealt


def test_another_seed_is_foul() -> None:
    table = walked(options("two", 2), 2, 300)
    with pytest.raises(FoulDeal, match="entry"):
        verify(table, Dealer("another"))


def test_another_nonce_is_foul() -> None:
    table = played(Dealer(sealed_seed(SECRET, NONCES)))
    with pytest.raises(FoulDeal):
        verify(table, open_seal(SEAL._replace(nonces=SEAL.nonces[::-1])))


def test_every_changed_card_is_found_and_named() -> None:
    table = walked(options("two", 2), 2, 200)
    tried = 0
    for number, (actor, token) in enumerate(table.entries, 1):
        if actor == DEALER and token.startswith("deal:"):
            others = table.game.legal(table.states[number - 1])
            other = next((t for t in map(table.game.format, others) if t != token), None)
            if other is None:  # the last card of the pile
                continue
            with pytest.raises(FoulDeal) as caught:
                verify(changed(table, number, other), Dealer("deal 2"))
            assert str(caught.value) == f"entry {number} should be {token}, but the log has {other}"
            tried += 1
    assert tried > 10


def test_the_copy_of_a_chair_can_be_proved() -> None:
    table = walked(options("two", 2), 2, 100)
    dealer = Dealer("deal 2")
    assert verify(table, dealer).dealt == table.dealt
    for viewer in (None, 0, 1):
        assert verify(table.seen_by(viewer), dealer).dealt == table.dealt


def test_a_wrong_card_in_the_copy_of_a_chair_is_found() -> None:
    table = walked(options("two", 2), 2, 100)
    with pytest.raises(FoulDeal, match="should be"):
        verify(table.seen_by(0), Dealer("another seed"))


def test_a_log_without_cards_has_nothing_to_prove() -> None:
    assert verify(Table.new(KINGDOM, {}), Dealer("any")).dealt == 0
    assert find(KINGDOM).outcomes(walked(options("two", 2), 2).state) == []


def test_a_dealer_who_is_not_to_act_says_so() -> None:
    table = Table.new(KINGDOM, {})
    Dealer("x").deal(table)
    with pytest.raises(NotYourMove):
        Dealer("x").next_token(table)


def test_a_proved_copy_comes_back_with_all_cards_open() -> None:
    table = walked(options("two", 2), 2, 100)
    again = verify(table.seen_by(None), Dealer("deal 2"))
    assert again.entries == table.entries
    assert again.state == table.state


def test_moves_that_the_cards_forbid_are_a_foul_deal() -> None:
    table = Table.new(KINGDOM, {"two_cards": True, "seed": "foul"})
    for _ in range(4):
        table.append(-1, "deal:?")
    dealt = verify(table, Dealer("foul")).entries
    held = {token.removeprefix("deal:") for _, token in dealt[:2]}
    other = next(card for card in ("grass", "forest", "desert") if card not in held)
    table.append(0, f"play:{other}")
    with pytest.raises(FoulDeal, match="entry 5 does not match"):
        verify(table, Dealer("foul"))
