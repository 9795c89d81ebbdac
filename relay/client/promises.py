"""What a relay has promised about a deal, and whether it keeps it (docs/protocol.md, section 3)."""

from __future__ import annotations

from engine.contract import Seat
from engine.dealer import Seal, open_seal, verify
from engine.table import Table
from relay.client.ticket import Ticket
from relay.protocol.messages import SealView
from relay.protocol.seals import nonce_for, seal_of


def broken_word(seal: SealView, pinned: SealView, own: tuple[Seat, bytes] | None) -> str:
    """What is wrong with a seal, if anything. ``pinned`` is what was promised when we revealed,
    ``own`` our seat and the seal of our nonce, if we play."""
    if (seal.commitment, seal.seals) != (pinned.commitment, pinned.seals):
        return "the commitment or the sealed nonces were changed after the start"
    if own is not None and (own[0] >= len(seal.seals) or seal.seals[own[0]] != own[1]):
        return "our sealed nonce is not among those published"
    if not seal.nonces:
        return ""
    pairs = zip(seal.nonces, seal.seals, strict=False)
    is_whole = len(seal.nonces) == len(seal.seals)
    if not is_whole or any(seal_of(n) != s for n, s in pairs if n or s):
        return "a nonce is not the one that was sealed"
    return ""


def own_seal(ticket: Ticket, seal: SealView) -> bytes:
    """Of our nonce; to the deal of a day nobody adds one."""
    return b"" if ticket.day else seal_of(nonce_for(ticket.key, seal.commitment))


def broken_day(seal: SealView, ticket: Ticket | None) -> str:
    """What is wrong with the deal of a day, whose commitment was published before."""
    if ticket is None or not ticket.day:
        return ""
    if seal.commitment != ticket.day:
        return "the cards are not those that the relay has committed to for this day"
    if any(seal.seals) or any(seal.nonces):
        return "something was added to the cards of this day"
    return ""


def dealt_again(seal: SealView, table: Table) -> Table:
    """The finished game with all cards open, each of them the one that was due; raises FoulDeal."""
    nonces = tuple(nonce.hex() for nonce in seal.nonces)
    return verify(table, open_seal(Seal(seal.commitment.hex(), nonces, seal.secret.hex())))
