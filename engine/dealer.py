"""The dealer: turns a secret seed into the dealer's entries, and proves afterwards that it did.

A dealer has no pile. Its k-th entry is drawn from the outcomes that the game allows at that moment,
with the numbers of its k-th stream. That is as random as a shuffled pile and needs only the seed
and the log, so a dealer can resume after any crash, and anyone with the revealed seed can deal a
finished game again.

The seed is sealed in four steps (docs/fair-dealing.md): the host publishes ``commitment(secret)``;
then every player sends a nonce; the game is dealt from ``sealed_seed(secret, nonces)``; at the end
the host reveals the secret and ``verify`` checks everything. Nobody can know the cards in advance,
and nobody could have chosen them.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.contract import DEALER
from engine.errors import EngineError, FoulDeal, NotYourMove
from engine.hashing import blake2b
from engine.rng import Source, Stream
from engine.table import Table

_LABEL: Final = "dealer"


class Seal(NamedTuple):
    """What is published about a sealed deal; ``secret`` only when the game is over."""

    commitment: str
    nonces: tuple[str, ...]
    secret: str | None = None


class Dealer:
    """Deals a table from a seed: the table seed for a local game, a sealed one online."""

    def __init__(self, seed: str | bytes) -> None:
        self._source = Source(seed)

    def next_token(self, table: Table) -> str:
        """The dealer's entry that is due now."""
        if table.to_act != DEALER:
            raise NotYourMove("The dealer has nothing to do now.")
        game, stream = table.game, Stream(self._source, f"{_LABEL} {table.dealt}")
        return game.format(game.draw(table.state, stream.below))

    def deal(self, table: Table) -> list[str]:
        """Append the dealer's entries until a player has to act or the game is over."""
        tokens = []
        while table.to_act == DEALER:
            tokens.append(self.next_token(table))
            table.append(DEALER, tokens[-1])
        return tokens


def commitment(secret: bytes) -> str:
    """The seal's first half: binds the host to a secret without showing it."""
    return blake2b(secret, digest_size=32, person=b"kbtui commit").hexdigest()


def sealed_seed(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The dealer's seed: from the host's secret and every player's nonce, in seat order."""
    digest = blake2b(digest_size=32, person=b"kbtui deck")
    for part in (secret, *nonces):
        digest.update(len(part).to_bytes(4, "big") + part)
    return digest.digest()


def open_seal(seal: Seal) -> Dealer:
    """The dealer of a sealed game once its secret is open; raises FoulDeal if it is not the one."""
    if seal.secret is None:
        raise FoulDeal("the secret of this deal has not been revealed")
    try:
        secret = bytes.fromhex(seal.secret)
        nonces = [bytes.fromhex(nonce) for nonce in seal.nonces]
    except ValueError:
        raise FoulDeal("the secret and the nonces must be hexadecimal") from None
    if commitment(secret) != seal.commitment:
        raise FoulDeal("the revealed secret does not match its commitment")
    return Dealer(sealed_seed(secret, nonces))


def verify(table: Table, dealer: Dealer) -> Table:
    """Deal the whole game again and compare every entry; the game with all cards open.

    The log may be the copy of one chair: there a hidden entry has to be what the due one looks
    like to somebody who may not see it. Raises FoulDeal.
    """
    game, again = table.game, Table(table.game, table.states[0])
    for number, (actor, token) in enumerate(table.entries, 1):
        try:
            if actor == DEALER:
                due = dealer.next_token(again)
                hidden = game.format(game.mask(again.state, game.parse(due), None))
                if token not in (due, hidden):
                    raise FoulDeal(
                        "entry {number} should be {due}, but the log has {token}",
                        number=number,
                        due=due,
                        token=token,
                    )
                token = due
            again.append(actor, token)
        except FoulDeal:
            raise
        except EngineError as error:
            raise FoulDeal(
                "entry {number} does not match the deal: {reason}",
                number=number,
                reason=error.phrase,
            ) from None
    return again
