"""One valid message of every kind, and values that fit no field."""

from __future__ import annotations

from typing import Any

from relay.protocol import days as d
from relay.protocol import kinds as k
from relay.protocol import messages as m

TERMS = m.Terms('{"players":2}', False, True, 0, k.NO_CLOCK, 0)
_32 = bytes(range(32))
_8 = bytes(8)

GOOD: list[m.ToRelay | m.ToClient] = [
    m.Hello(1, k.PLAYER, "test"),
    m.ListRooms(),
    m.Create("Ann", _32, "kingdom", TERMS),
    m.Change(TERMS),
    m.Join("KQ7-4TN", "Bob", _32, "greedy"),
    m.Resume("KQ7-4TN", _32, 17, _8, 3),
    m.Watch("KQ7-4TN", "Eve", 0, b""),
    m.Peek("KQ7-4TN", _32),
    m.More(256),
    m.Ready(_32, _8),
    m.Start(),
    m.Reveal(_32),
    m.SeatBot(1, "greedy"),
    m.Kick(1),
    m.Leave(),
    m.Move(17, "barn@c4-d6"),
    m.Say("hello"),
    m.Mute(1, True),
    m.Vote(1, True),
    m.Retake(),
    m.Rematch(True),
    m.FetchRecord(1),
    m.People(3),
    m.Avoid(("wss://relay-2.example.org",)),
    m.Ping(123456789),
    d.Try("kingdom", "2026-11-17", "Ann", _32, "greedy"),
    d.AskDay("kingdom", "", _32),
    d.AskGame("kingdom", "2026-11-17", _32, 1, 1),
    d.Dare("Ann", _32, "kbtui record 1\n", "KQ7-4TN"),
    d.AskChallenge("KQ7-4TN", _32),
    d.AskDared("KQ7-4TN", _32, 1, 1),
    m.Welcome(
        *(3, "kbtui", 16384, 20, 5, ("kingdom", "castle"), ("random", "greedy")),
        (("random", "greedy"), ("random",)),
    ),
    m.Rooms((m.Listed("KQ7-4TN", k.LOBBY, "kingdom", ("Ann", ""), 1, True, 0),)),
    m.Seated("KQ7-4TN", 0, 17, 20),
    m.Watching("KQ7-4TN", 100, 0, 20),
    m.Peeked("KQ7-4TN", k.PLAYING, 1, k.NOBODY, 20, ("Ann", "Bob")),
    m.RoomView(
        "KQ7-4TN",
        k.PLAYING,
        "kingdom",
        TERMS,
        0,
        (m.SeatView("Ann", k.PERSON, "", True, False, False, False),),
        (m.VoteView(0, 1, True),),
        "",
    ),
    m.SealView(1, k.DEALT, _32, (_32, b""), (_32, b""), b""),
    m.Log(7, 9, b"\x00\xff\xff", "end deal:? show:grass", bytes(24)),
    m.ClockView(0, (60_000, 60_000)),
    m.Said(1, 0, "hello", 1_800_000_000_000, "Ann"),
    m.Murmur(100, "Eve", "psst"),
    m.Present((0, 1), 2),
    m.Refused("move", 17, "stale", "the next entry is 18"),
    m.RecordPage(1, 2, "kbtui record 1\n"),
    m.Pong(123456789),
    m.Bye("stopping", "the relay stops", 2000, "wss://relay-2.example.org"),
    d.DayView(
        *("kingdom", "2026-11-17", "92428ac3", 3_600_000, _32, b"", d.DONE, 12, 9, 1, 2, 7),
        (-20, -3, 0, 4, 18),
        (d.Ranked(1, "Ann", 91, 73, True), d.Ranked(2, "Bob", 70, 72, False)),
        (),
        (70, 66),
    ),
    d.ChallengeView(
        *("KQ7-4TN", "kbtui record 1\n", "Ann", 2, (d.Ranked(1, "Ann", 91, 73, True),), 1),
        (91, 73),
    ),
]

# Values of every kind; what does not fit a field has to be refused there.
STRANGE: list[Any] = [
    None,
    True,
    False,
    -1,
    0,
    2**31 + 1,
    2**53,
    2**63,
    -(2**63),
    0.5,
    float("inf"),
    float("nan"),
    "",
    "x",
    "x" * 5000,
    "x" * 60_000,
    b"",
    b"x",
    b"x" * 33,
    b"x" * 5000,
    [],
    [1],
    [[]],
    [["x"] * 7],
    [None] * 9,
    [[1, 2, 3]] * 300,
    ["x", "y"],
]
