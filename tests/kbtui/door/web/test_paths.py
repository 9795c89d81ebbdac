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
    ],
)
def test_an_address_of_ours_leads_somewhere(target: str, expected: Route) -> None:
    assert route(target) == expected


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
