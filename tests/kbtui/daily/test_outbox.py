"""Which games stay noted for a relay."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbtui.daily import outbox
from kbtui.disk import places


async def test_only_a_game_that_is_gone_is_struck_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that cannot be read now is sent another time."""
    monkeypatch.setenv(places.HOME, str(tmp_path))
    (tmp_path / "folder.kbg").mkdir()
    (tmp_path / "damaged.kbg").write_text("no record\n")
    outbox._write(["gone.kbg", "folder.kbg", "damaged.kbg"])
    assert await outbox.deliver_all(tmp_path, "Ann") == []
    assert outbox._names() == ["folder.kbg", "damaged.kbg"]
