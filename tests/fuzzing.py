"""What the generated tests share: settings that give the same run everywhere, and JSON values."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

# The same examples on every machine and no files left behind; a test that fails, fails for all.
FUZZ = settings(
    max_examples=150,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

SCALARS: st.SearchStrategy[object] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-2, 5),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["a1", "t20", "forest", "?", "marsh/desert", "tavern", "temple+", "10" * 99]),
)
JSON: st.SearchStrategy[object] = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)
