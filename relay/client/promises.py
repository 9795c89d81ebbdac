"""What a relay has promised about a deal, and whether it keeps it (docs/protocol.md, section 3)."""

from __future__ import annotations

from enum import Enum, auto

from engine.contract import Seat
from engine.dealer import Seal, open_seal, verify
from engine.table import Table
from relay.client.ticket import UNREVEALED, Ticket
from relay.protocol.kinds import SEALED
from relay.protocol.messages import SealView
from relay.protocol.seals import list_of_seals, nonce_for, seal_of


class Sealed(Enum):
    """Whose nonce was sealed at our seat."""

    BY_NOBODY = auto()
    BY_US = auto()
    BY_SOMEBODY = auto()  # the nonce is not known here


def sealed_by(seal: SealView, seat: Seat, ticket: Ticket) -> Sealed:
    found = seal.seals[seat] if seat < len(seal.seals) else b""
    if not found:
        return Sealed.BY_NOBODY
    return Sealed.BY_US if found == _own_seal(ticket, seal) else Sealed.BY_SOMEBODY


def trouble_with(seal: SealView, pinned: SealView, seat: Seat | None, ticket: Ticket | None) -> str:
    """What is wrong with a seal, if anything. ``pinned`` is what was promised when we first saw it;
    who watches has no seat and no ticket."""
    own = None
    if ticket is not None and seat is not None and (ticket.revealed or ticket.day):
        own = seat, _own_seal(ticket, seal)
    return _broken_word(seal, pinned, own) or _broken_day(seal, ticket) or _used_again(seal, ticket)


def _broken_word(seal: SealView, pinned: SealView, own: tuple[Seat, bytes] | None) -> str:
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


def _own_seal(ticket: Ticket, seal: SealView) -> bytes:
    """Of our nonce; to the deal of a day nobody adds one."""
    return b"" if ticket.day else seal_of(nonce_for(ticket.key, seal.commitment))


def _used_again(seal: SealView, ticket: Ticket | None) -> str:
    """What is wrong if this is not the deal that our nonce was revealed for. A relay that knew it
    before the others had sealed theirs could have one of them choose the cards."""
    if ticket is None or ticket.day or not ticket.revealed:
        return ""
    if ticket.revealed == UNREVEALED:
        return "" if seal.step == SEALED else "the cards were dealt without our nonce"
    if ticket.revealed != list_of_seals(seal.commitment, seal.seals):
        return "our nonce was asked for before, with other sealed nonces"
    return ""


def _broken_day(seal: SealView, ticket: Ticket | None) -> str:
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
