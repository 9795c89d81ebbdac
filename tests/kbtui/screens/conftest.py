"""Screens are tested with their own home, in English, whatever the machine's settings are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kbtui.text import i18n


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("KB_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)  # keys at random name files to export to
    monkeypatch.delenv("NO_COLOR", raising=False)
    i18n.use("en")
    yield tmp_path
    i18n.use("en")
