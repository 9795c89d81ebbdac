"""What the source files of the project import, call, say and define: each is parsed once.

The tests of the architecture ask about the same files. A syntax tree is large, so only the answers
are kept.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("engine", "relay", "kbtui")

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Import(NamedTuple):
    importer: str  # a module
    imported: str  # a module, or a name in one
    line: int
    is_late: bool  # inside a function
    is_for_types: bool  # only a type checker sees it
    is_from: bool  # ``from imported`` without its last part


class Defined(NamedTuple):
    """A function or a method."""

    name: str
    line: int
    length: int
    unannotated: tuple[str, ...]  # parameters, and "return"


class Source(NamedTuple):
    """What one file says."""

    docstring: str
    lines: int
    imports: tuple[Import, ...]
    calls: tuple[tuple[int, str], ...]  # line and name of what is called by its bare name
    words: tuple[tuple[int, str], ...]  # line and text of every string that is one word
    functions: tuple[Defined, ...]


def sources(*packages: str) -> list[str]:
    """The Python files of the packages, as paths from the root."""
    found = (path for package in packages for path in (ROOT / package).rglob("*.py"))
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def module(name: str) -> str:
    """``kbtui/play/saves.py`` as a module."""
    return name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node that says something, in no particular order; much sooner than ``ast.walk``."""
    left = [tree]
    while left:
        node = left.pop()
        yield node
        for value in vars(node).values():
            if isinstance(value, list):
                left += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST) and value._fields:  # not Load, Store, Add ...
                left.append(value)


@cache
def read(name: str) -> Source:
    """The answers about a file."""
    text = (ROOT / name).read_text("utf-8")
    tree = ast.parse(text, filename=name)
    nodes = [*walk(tree)]
    return Source(
        docstring=ast.get_docstring(tree) or "",
        lines=len(text.splitlines()),
        imports=tuple(_imports(name, tree, nodes)),
        calls=tuple(
            (node.lineno, node.func.id)
            for node in nodes
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        ),
        words=tuple(
            (node.lineno, node.value)
            for node in nodes
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node.value.isidentifier()
        ),
        functions=tuple(_functions(nodes)),
    )


def _imports(name: str, tree: ast.Module, nodes: list[ast.AST]) -> Iterator[Import]:
    """Everywhere in the file. A relative import is the package's own."""
    top = {id(node) for node in tree.body}
    for_types = {
        id(inner)
        for node in nodes
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in walk(node)
    }
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            home = node.module if node.module and not node.level else name.partition("/")[0]
            found = [f"{home}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        else:
            continue
        is_from = isinstance(node, ast.ImportFrom)
        late, hidden = id(node) not in top, id(node) in for_types
        for full in found:
            yield Import(module(name), full, node.lineno, late, hidden, is_from)


def _functions(nodes: list[ast.AST]) -> Iterator[Defined]:
    """Nested ones too."""
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    methods = {id(inner) for node in classes for inner in node.body}
    for node in nodes:
        if isinstance(node, Function):
            yield _defined(node, id(node) in methods)


def _defined(function: Function, is_method: bool) -> Defined:
    spec = function.args
    static = any(ast.unparse(d) == "staticmethod" for d in function.decorator_list)
    positional = [*spec.posonlyargs, *spec.args][1 if is_method and not static else 0 :]
    rest = [arg for arg in (spec.vararg, spec.kwarg) if arg is not None]
    missing = [a.arg for a in [*positional, *spec.kwonlyargs, *rest] if a.annotation is None]
    length = (function.end_lineno or function.lineno) - function.lineno + 1
    wanting = missing if function.returns is not None else [*missing, "return"]
    return Defined(function.name, function.lineno, length, tuple(wanting))
