"""The rule pages lose no rule, and every rule on them is cited by a test.

A test cites rules with `@pytest.mark.rule("B-3", "B-4")`, or one case of a parametrized test with
`pytest.param(..., marks=pytest.mark.rule("X-1"))`. The citations are read from the source,
so that a deselected test still counts.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.sources import walk

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rules.md"
CASTLE_PAGE = ROOT / "docs" / "rules-castle.md"

# Every family of ids and its last number; within a family the numbers run from 1 without a gap.
# Ids are never reused or dropped (a withdrawn rule keeps its id), so numbers here only grow.
FAMILIES: tuple[tuple[str, int], ...] = (
    ("GEO", 9),
    ("C", 7),
    ("S", 9),
    ("T", 8),
    ("B", 8),
    ("A", 7),
    ("L-GEN", 13),
    ("L-ORACLE", 2),
    ("L-FARM", 1),
    ("L-OASIS", 1),
    ("L-TOWER", 1),
    ("L-TAVERN", 3),
    ("L-BARN", 2),
    ("L-HARBOR", 3),
    ("L-PADDOCK", 3),
    ("L-MOVE", 2),
    ("K", 2),
    ("E", 6),
    ("G-FISH", 3),
    ("G-MINERS", 2),
    ("G-MERCH", 3),
    ("G-WORK", 1),
    ("G-DISC", 1),
    ("G-KNIGHT", 1),
    ("G-HERMIT", 1),
    ("G-CITIZ", 1),
    ("G-LORDS", 4),
    ("G-FARM", 2),
    ("M-CARD", 6),
    ("M-PALACE", 3),
    ("M-BONUS", 6),
    ("M-CANOE", 11),
    ("M-FOUNT", 6),
    ("M-TEMPLE", 8),
    ("M-REFUGE", 4),
    ("G-GEO", 3),
    ("G-MESS", 3),
    ("G-NOBLE", 3),
    ("G-VASSAL", 1),
    ("G-CAPT", 1),
    ("G-SCOUTS", 6),
    ("D", 30),
    ("H", 1),
)
RULE_IDS = tuple(f"{family}-{n}" for family, last in FAMILIES for n in range(1, last + 1))
# Castle Builder: its rules, and the examples of its rulebook.
CASTLE_IDS = (*(f"CB-{n}" for n in range(1, 105)), *(f"CB-T{n}" for n in range(1, 13)))

# A rule is a bullet that opens with its id; a ruling is a table row that does.
DEFINITION = re.compile(r"^(?:- |\| )\*\*([A-Z]+(?:-[A-Z]+)*-T?\d+)\*\*", re.MULTILINE)
# The same ids wherever they stand in running text.
MENTION = re.compile(r"\b(?:[A-Z]{2,}|[A-Z](?:-[A-Z]+)?)-T?\d+\b")


def is_rule_mark(node: ast.AST) -> bool:
    """Whether the node is a call of `pytest.mark.rule`."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"


def rule_marks(tree: ast.AST) -> Iterator[ast.Call]:
    """The marks that count: decorators of test functions, and marks of `pytest.param`."""
    for node in walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name.startswith("test_"):
                yield from (d for d in node.decorator_list if isinstance(d, ast.Call))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.param":
            for keyword in node.keywords:
                if keyword.arg == "marks":
                    yield from (c for c in walk(keyword.value) if isinstance(c, ast.Call))


def cited_rules(source: str) -> set[str]:
    """The rule ids that the tests in this source cite."""
    cited: set[str] = set()
    if "pytest.mark.rule" not in source:
        return cited  # most files: to read through them all would take seconds
    for mark in filter(is_rule_mark, rule_marks(ast.parse(source))):
        ids = [arg.value if isinstance(arg, ast.Constant) else None for arg in mark.args]
        texts = [value for value in ids if isinstance(value, str)]
        if not texts or len(texts) != len(ids) or mark.keywords:
            raise ValueError(f"line {mark.lineno}: a rule mark takes literal ids only")
        cited.update(texts)
    return cited


@cache
def citations() -> dict[str, set[str]]:
    """For every test file, the rule ids it cites."""
    files = sorted((ROOT / "tests").rglob("*.py"))
    return {
        str(path.relative_to(ROOT)): cited_rules(path.read_text(encoding="utf-8")) for path in files
    }


@pytest.mark.parametrize(("page", "ids"), [(PAGE, RULE_IDS), (CASTLE_PAGE, CASTLE_IDS)])
def test_a_page_defines_exactly_the_known_rules_once_each(page: Path, ids: tuple[str, ...]) -> None:
    defined = Counter(DEFINITION.findall(page.read_text(encoding="utf-8")))
    assert sorted(ids) == sorted(defined.elements())


@pytest.mark.parametrize(("page", "ids"), [(PAGE, RULE_IDS), (CASTLE_PAGE, CASTLE_IDS)])
def test_a_page_refers_only_to_rules_it_defines(page: Path, ids: tuple[str, ...]) -> None:
    mentioned = set(MENTION.findall(page.read_text(encoding="utf-8")))
    assert mentioned >= set(ids)
    assert sorted(mentioned - set(ids)) == []


def test_every_ruling_states_a_question_sources_and_a_reason() -> None:
    rows = re.findall(r"^\| \*\*D-\d+\*\* \|.*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) == dict(FAMILIES)["D"]
    for row in rows:
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert len(cells) == 4, row
        assert all(cells), row


@pytest.mark.parametrize(
    ("rule", "mark"),
    [
        ("GEO-3", "the second sentence follows"),
        ("GEO-5", "not the rulebook"),
        ("S-3", "this program"),
        ("B-4", "this part follows"),
        ("L-GEN-2", "the last part: FAQ"),
        ("L-GEN-4", "the second sentence follows"),
        ("G-MERCH-3", "this sentence follows"),
        ("M-CARD-5", "follows"),
        ("M-CANOE-3", "ruling D-30"),
        ("M-CANOE-9", "follows"),
        ("M-TEMPLE-2", "ruling D-21"),
        ("G-NOBLE-2", "this sentence follows"),
        ("G-CAPT-1", "two sources"),
        ("CB-2", "is *reconstruction*"),
        ("CB-4", "reconstruction"),
        ("CB-7", "is *reconstruction*"),
        ("CB-8", "are *reconstruction*"),
        ("CB-23", "public"),
        ("CB-37", "ruling"),
        ("CB-57", "ruling"),
        ("CB-81", "ruling"),
    ],
)
def test_what_is_not_plain_rulebook_text_says_so(rule: str, mark: str) -> None:
    page = CASTLE_PAGE if rule in CASTLE_IDS else PAGE
    text = page.read_text(encoding="utf-8")
    told = text.partition(f"- **{rule}** ")[2].partition("\n- **")[0]
    assert mark in " ".join(told.split())


def test_tests_cite_only_rules_of_the_pages() -> None:
    known = {*RULE_IDS, *CASTLE_IDS}
    unknown = {name: sorted(ids - known) for name, ids in citations().items()}
    assert {name: ids for name, ids in unknown.items() if ids} == {}


def test_every_rule_of_the_pages_is_cited_by_a_test() -> None:
    cited = set[str]().union(*citations().values())
    missing = [rule for rule in (*RULE_IDS, *CASTLE_IDS) if rule not in cited]
    assert not missing, f"{len(missing)} rules without a test: {' '.join(missing)}"


def test_citations_are_found_on_functions_methods_and_parameters() -> None:
    source = """
CASES = [pytest.param(1, marks=pytest.mark.rule("C-1")), pytest.param(2)]
class TestIt:
    @pytest.mark.rule("B-1", "B-2")
    def test_one(self): ...
@pytest.mark.parametrize("n", [pytest.param(1, marks=[pytest.mark.slow, pytest.mark.rule("T-1")])])
async def test_two(n): ...
@pytest.mark.rule("E-1")
def helper(): ...
"""
    assert cited_rules(source) == {"B-1", "B-2", "C-1", "T-1"}


@pytest.mark.parametrize("arguments", ["", "RULE", "'B-1', name", "*IDS", "id='B-1'"])
def test_a_citation_must_be_literal(arguments: str) -> None:
    with pytest.raises(ValueError, match="literal ids"):
        cited_rules(f"@pytest.mark.rule({arguments})\ndef test_it(): ...\n")
