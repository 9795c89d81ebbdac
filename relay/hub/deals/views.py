"""How a day stands, as the holder of a token may know it."""

from __future__ import annotations

from engine.dealer import commitment
from relay.days import day as d
from relay.days.deals import DAY, edition, ordinal
from relay.moment import Moment
from relay.protocol import kinds as k
from relay.protocol.days import ABANDONED, TABLE, DayView, Ranked


def view_of(game: str, day: d.Day, token: bytes, moment: Moment, version: int) -> DayView:
    time = moment.day / 1000
    people, ranked, trying = day.opened_by(False), day.ranked(), day.trying(token, time)
    ends = (ordinal(day.date) + 1) * DAY
    abandoned = sum(day.trying(each.opened.token, time) == ABANDONED for each in people)
    own = day.tries.get(token)
    place = beaten = 0
    sees, is_new = day.may_see(token, time), version >= k.CHALLENGES
    if own is not None and own.ended is not None and own in ranked:
        place = d.place_of(own, ranked)
        beaten = sum(each.worth < own.worth for each in ranked)
    return DayView(
        game,
        day.date,
        edition(game),
        max(0, int((ends - time) * 1000)),
        bytes.fromhex(commitment(day.secret)),
        day.secret if day.is_open(time, moment.at) else b"",
        trying,
        *(len(people), len(ranked), abandoned, place, beaten),
        d.spread_of(ranked) if sees else (),
        _rows(day, token, False, is_new) if sees else (),
        _rows(day, token, True, is_new) if sees else (),
        (day.expert.score, day.expert.other) if day.expert and sees and is_new else (),
    )


def _rows(day: d.Day, token: bytes, are_programs: bool, with_struck: bool) -> tuple[Ranked, ...]:
    rows = d.rows_of(day.ranked(are_programs), token)
    struck = day.struck(are_programs) if with_struck else 0
    return (*rows, *[d.STRUCK] * struck)[:TABLE]
