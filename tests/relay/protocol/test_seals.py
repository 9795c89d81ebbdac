"""Sealed nonces: fixed recipes, so that other programs can produce the same."""

from __future__ import annotations

from relay.protocol.seals import bot_seed, nonce_for, seal_of
from tests.transcripts import ROOT


def test_a_seal_is_made_as_the_page_says() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    nonce = bytes(range(32))
    assert f"nonce  {nonce.hex()}\nseal   {seal_of(nonce).hex()}\n" in page
    assert seal_of(nonce).hex().startswith("31bcce2c4333997a")


def test_a_nonce_belongs_to_one_key_and_one_deal() -> None:
    nonces = {nonce_for(bytes([a]) * 32, bytes([b]) * 32) for a in (1, 2) for b in (1, 2)}
    assert len(nonces) == 4
    assert all(len(nonce) == 32 for nonce in nonces)


def test_seals_of_different_things_never_meet() -> None:
    same = bytes(32)
    assert len({seal_of(same), bot_seed(same), nonce_for(same, same)}) == 3
