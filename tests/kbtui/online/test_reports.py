"""Reports of a difference: both logs, and nothing secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.table import Entry
from kbtui.online import endings, reports
from kbtui.online.online_table import OnlineTable
from relay.client import events as e
from relay.protocol import messages as m
from tests.kbtui.online.rooms import begun, relay_at, show, stop, until

DIFFERENCE = e.Differs(2, "aa", "bb", (Entry(-1, "deal:forest"), Entry(-1, "deal:?")))


def test_both_logs_stand_in_the_file(tmp_path: Path) -> None:
    report = reports.Report("KQ7-4TN", "kingdom", "{}", DIFFERENCE)
    path = reports.write(report, [Entry(-1, "deal:forest"), Entry(-1, "deal:desert")], tmp_path)
    text = path.read_text()
    assert path.name.startswith("KQ7-4TN-")
    assert "first entry that differs: 2" in text
    ours, theirs = text.split("log of the relay:")
    assert "2 -1 deal:?" in ours
    assert "2 -1 deal:desert" in theirs


async def test_a_difference_is_reported_and_the_game_goes_on(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        table = OnlineTable(ann)
        show(table)
        await until(lambda: table.session.waits_for is not None)
        digest = table.session.table.digest()
        # A wrong digest for the next entry: everything is asked for again.
        heard = ann.client._start_anew(3, "00" * 8)
        for event in heard:
            ann._hear(event)
        assert endings.reported(ann, tmp_path / "reports") == ""  # not before the log has come
        ann.request(m.More(0))
        ann.connection.flush()
        await until(lambda: ann.client.confirmed == ann.client.last)
        assert "reports" in endings.reported(ann, tmp_path / "reports")
        (path,) = (tmp_path / "reports").iterdir()
        secrets = ann.kept.place.token, ann.kept.place.key  # type: ignore[union-attr]
        assert not any(secret in path.read_text() for secret in secrets)
        show(table)
        assert table.session.table.digest() == digest
        await stop(ann, bob)


@pytest.mark.parametrize("code", ["KQ7-4TN"])
def test_a_report_that_cannot_be_written_is_told(tmp_path: Path, code: str) -> None:
    (tmp_path / "file").write_text("in the way")
    report = reports.Report(code, "kingdom", "{}", DIFFERENCE)
    with pytest.raises(OSError, match="file"):
        reports.write(report, [], tmp_path / "file" / "reports")
