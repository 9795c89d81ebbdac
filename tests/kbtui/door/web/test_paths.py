"""What can be asked for is a closed list."""

from __future__ import annotations

import pytest

from kbtui.door.web.paths import Line, Page, Route, route


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("/", Route(Page.HOME)),
        ("/?utm=1", Route(Page.HOME)),
        ("/rooms", Route(Page.ROOMS)),
        ("/watch/KQ7-4TN", Route(Page.WATCH, "KQ7-4TN")),
        ("/watch/kq74tn", Route(Page.WATCH, "KQ7-4TN")),
        ("/board/KQ7-4TN.svg", Route(Page.BOARD, "KQ7-4TN")),
        ("/board/KQ7-4TN/12.svg", Route(Page.BOARD, "KQ7-4TN", 12)),
        ("/live/KQ7-4TN", Route(Line.LIVE, "KQ7-4TN")),
        ("/static/style.css", Route(Page.STATIC, name="style.css")),
        ("/go?code=kq7+4tn", Route(Page.GO, "KQ7-4TN")),
        ("/go?code=nonsense", Route(Page.GO)),
        ("/go", Route(Page.GO)),
        ("/daily", Route(Page.DAILY)),
        ("/daily/2026-11-16", Route(Page.DAY, day="2026-11-16")),
        ("/daily/2026-11-16/castle", Route(Page.TRY, name="castle", day="2026-11-16")),
        ("/taps/daily/2026-11-16/castle", Route(Line.TAPS, name="castle", day="2026-11-16")),
    ],
)
def test_an_address_of_ours_leads_somewhere(target: str, expected: Route) -> None:
    assert route(target) == expected


def test_the_deal_of_the_day_is_a_word_of_the_closed_list() -> None:
    found = route("/terminal/daily/0123456789abcdef?width=80&height=24")
    assert found is not None
    assert (found.to, found.words) == (Line.TERMINAL, ("daily", "--play"))
    assert route("/terminal/games/0123456789abcdef") is None


@pytest.mark.parametrize(
    "target",
    [
        "",
        "*",
        "//",
        "/watch",
        "/watch/",
        "/watch/ABC-OIL",  # signs that no code has
        "/watch/KQ7-4TN/",
        "/watch/KQ7-4TN/../..",
        "/watch/%2e%2e/etc",
        "/static/../pages.py",
        "/static/pages.py/",
        "/static/",
        "/board/KQ7-4TN/-1.svg",
        "/board/KQ7-4TN/999999.svg",
        "/board/KQ7-4TN/١.svg",
        "/watch/KQ7-4TN\n",
        "http://elsewhere.example/",
        "/go?" + "code=KQ7-4TN&" * 50,
    ],
)
def test_any_other_leads_nowhere(target: str) -> None:
    assert route(target) is None
