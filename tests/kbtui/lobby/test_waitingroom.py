"""A waiting room as a value: what a guest knows at one moment."""

from __future__ import annotations

import time
from pathlib import Path

from kbtui.lobby.waitingroom import Voice, said, waiting_room_of
from relay.protocol import messages as m
from tests.kbtui.lobby.waitingrooms import FREE, bot, person, room, waiting
from tests.kbtui.online.rooms import lobby, relay_at, stop, until, watcher


def test_who_is_in_the_way_of_a_start() -> None:
    ready = person("Cleo", ready=True)
    assert waiting(room(person("Ada"), ready)).hindrance == ""
    assert waiting(room(person("Ada"), bot())).hindrance == ""
    assert waiting(room(person("Ada"), FREE, FREE)).hindrance.startswith("2 seats are free")
    assert waiting(room(person("Ada"), person("Cleo"))).hindrance == "Not ready yet: Cleo."
    gone = waiting(room(person("Ada"), ready), away=(False, True))
    assert gone.hindrance.startswith("Away: Cleo")
    assert "no connection" in waiting(None).hindrance
    assert "no connection" in waiting(is_up=False).hindrance


def test_names_are_cleaned_before_they_are_shown() -> None:
    assert waiting(room(person("A\x1b[2Jda"))).name(0) == "A[2Jda"


async def test_what_players_and_watchers_know(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await lobby(address, tmp_path, "Ann", "Bob")
        zoe = watcher(address, "Zoe", ann.client.code)
        await until(lambda: ann.watchers == 1 and zoe.room is not None)
        known = waiting_room_of(ann, "", (), time.monotonic())
        assert (known.code, known.seat, known.is_host) == (ann.client.code, 0, True)
        assert (known.is_up, known.trouble, known.watchers) == (True, "", 1)
        assert known.relay == address.name
        assert not known.is_exposed
        assert not waiting_room_of(bob, "", (), time.monotonic()).is_host
        looking = waiting_room_of(zoe, "", (), time.monotonic())
        assert looking.is_watching
        assert looking.seat is None
        ann.request(m.Say("hello"))
        zoe.request(m.Say("hi"))
        await until(lambda: bob.client.chat and bob.murmurs)
        assert said(bob, bob.client.chat[1]) == Voice(0, "Ann", "hello")
        voice = said(bob, bob.murmurs[0])
        assert (voice.name, voice.text, voice.is_watcher) == ("Zoe", "hi", True)
        await stop(ann, bob, zoe)
        ended = waiting_room_of(ann, "", ("10.0.0.1:8765",), time.monotonic())
        assert ended.is_ended
        assert ended.is_exposed
        assert ended.trouble


async def test_a_line_of_chat_names_who_said_it(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await lobby(address, tmp_path, "Ann", "Bob")
        assert said(ann, m.Said(1, 1, "hello", 0)) == Voice(1, "Bob", "hello")
        assert said(ann, m.Said(1, 1, "hello", 0, "Zoe")) == Voice(1, "Zoe", "hello")
        assert said(ann, m.Said(1, 7, "hello", 0, "Zoe")) == Voice(7, "Zoe", "hello")
        assert said(ann, m.Said(1, 7, "hello", 0)) == Voice(7, "?", "hello")
        await stop(ann, bob)
