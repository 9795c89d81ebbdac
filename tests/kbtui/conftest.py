"""Fixtures shared by the tests of several packages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kbtui.text.i18n import LANGUAGES, use


@pytest.fixture(params=LANGUAGES)
def every_language(request: pytest.FixtureRequest) -> Iterator[str]:
    """The test once in each language; English afterwards."""
    use(request.param)
    yield str(request.param)
    use("en")
