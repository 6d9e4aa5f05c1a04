"""What the source alone tells about the shape of the code."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ("engine", "bot", "cogs")

DOOR = "bot/matches/service.py"
"""The only file that may change a match."""
BULK = "bot/store/bulk.py"
"""The only file of the store whose writes anybody may call: they change many matches at once."""

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One Python file."""

    name: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def module(self) -> str:
        return self.name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def package(self) -> str:
        return self.name.rpartition("/")[0]

    def functions(self) -> Iterator[Function]:
        """All of them, methods and nested ones too."""
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))


class Code:
    """The application's Python files, by name relative to the root."""

    def __init__(self, root: Path = ROOT, layers: tuple[str, ...] = LAYERS) -> None:
        names = (path for layer in layers for path in sorted((root / layer).rglob("*.py")))
        self.files = {
            name: Source(name, path.read_text(encoding="utf-8"))
            for path in names
            for name in [path.relative_to(root).as_posix()]
        }

    @cached_property
    def _modules(self) -> Mapping[str, str]:
        return {source.module: name for name, source in self.files.items()}

    def imports(self, name: str, *, for_types_only: bool = True) -> set[str]:
        """The files that a file imports, wherever in it; those for type checkers alone if asked."""
        source = self.files[name]
        package = source.module if name.endswith("/__init__.py") else source.module.rpartition(".")[0]
        found: set[str] = set()
        for node in _statements(source.tree, for_types_only=for_types_only):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                above = package.rsplit(".", node.level - 1)[0] if node.level else ""
                base = ".".join(filter(None, (above, node.module)))
                # ``from package import name`` means the module of that name if there is one.
                found |= {
                    full if (full := f"{base}.{alias.name}") in self._modules else base
                    for alias in node.names
                }
        return {self._modules[module] for module in found if module in self._modules} - {name}

    def circles(self) -> list[list[str]]:
        """The groups of files that import each other in a circle, imports for type checkers counted."""
        reach = {name: self.imports(name) for name in self.files}
        grown = True
        while grown:
            grown = False
            for name, seen in reach.items():
                more = set().union(*(reach[other] for other in seen)) - seen
                if more:
                    reach[name] = seen | more
                    grown = True
        groups = {
            tuple(sorted(other for other in reach[name] if name in reach[other]))
            for name in reach
            if name in reach[name]
        }
        return sorted(map(list, groups))

    def modules_by_package(self) -> Counter[str]:
        """How many modules stand in each package beside its ``__init__.py``."""
        return Counter(
            source.package for name, source in self.files.items() if not name.endswith("/__init__.py")
        )

    def functions_by_class(self) -> Counter[str]:
        """How many functions each class defines, those inside its methods counted."""
        return Counter(
            {
                f"{name}:{node.name}": sum(isinstance(part, Function) for part in ast.walk(node))
                for name, source in self.files.items()
                for node in ast.walk(source.tree)
                if isinstance(node, ast.ClassDef)
            }
        )

    def statements_by_function(self) -> Counter[str]:
        """How many statements each function has, without those of the functions inside it."""
        return Counter(
            {
                f"{name}:{node.name}": _length(node)
                for name, source in self.files.items()
                for node in source.functions()
            }
        )

    def lines(self) -> int:
        """As ``wc -l`` counts them."""
        return sum(source.text.count("\n") for source in self.files.values())

    def catches(self, exception: str = "Conflict") -> list[str]:
        """The places where an exception is caught or suppressed, as file:line."""
        found = []
        for name, source in self.files.items():
            for node in ast.walk(source.tree):
                caught: list[ast.expr] = []
                if isinstance(node, ast.ExceptHandler) and node.type is not None:
                    caught = [node.type]
                elif isinstance(node, ast.Call) and _called(node) == "suppress":
                    caught = node.args
                found += [f"{name}:{each.lineno}" for each in caught if _mentions(each, exception)]
        return found

    def match_writers(self) -> set[str]:
        """The methods of the store that change a match at a revision.

        They are the methods of classes that reach a statement ``update(matches)`` and raise Conflict when the
        row is not the one that was read, themselves or in a function of their module that they call.
        """
        writers: set[str] = set()
        for name, source in self.files.items():
            if not name.startswith("bot/store/") or name == BULK:
                continue
            bodies: dict[str, ast.AST] = {node.name: node for node in source.functions()}
            for node in source.tree.body:
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    bodies[node.targets[0].id] = node
            updating = _reaching(bodies, _updates_matches)
            refusing = _reaching(bodies, _raises_conflict)
            writers |= {
                method.name
                for node in source.tree.body
                if isinstance(node, ast.ClassDef)
                for method in node.body
                if isinstance(method, Function) and not method.name.startswith("_")
            } & (updating & refusing)
        return writers

    def writes(self) -> list[str]:
        """The calls that change a match at a revision, as file:line."""
        writers = self.match_writers()
        return [
            f"{name}:{node.lineno}"
            for name, source in self.files.items()
            if not name.startswith("bot/store/")
            for node in ast.walk(source.tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in writers
            and _is_store(node.func.value)
        ]

    def writes_outside_the_door(self) -> list[str]:
        return [where for where in self.writes() if not where.startswith(f"{DOOR}:")]

    def vocabulary(self) -> set[str]:
        """The files of ``bot/`` that import no other: values, ids, words, clocks, figures."""
        return {
            name
            for name in self.files
            if name.startswith("bot/") and not self.imports(name, for_types_only=False)
        }

    def public_methods(self, *files: str) -> Mapping[str, list[str]]:
        """The names by which others use the classes of these files."""
        return {
            f"{name}:{node.name}": [
                part.name
                for part in node.body
                if isinstance(part, Function) and not part.name.startswith("_")
            ]
            for name in files
            if name in self.files
            for node in self.files[name].tree.body
            if isinstance(node, ast.ClassDef)
        }


def _statements(tree: ast.AST, *, for_types_only: bool) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if not for_types_only and isinstance(node, ast.If) and _mentions(node.test, "TYPE_CHECKING"):
            continue
        yield node
        yield from _statements(node, for_types_only=for_types_only)


def _length(function: Function) -> int:
    def count(node: ast.AST) -> int:
        return sum(
            isinstance(child, ast.stmt) + (0 if isinstance(child, Function) else count(child))
            for child in ast.iter_child_nodes(node)
        )

    return count(function)


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _mentions(tree: ast.AST, word: str) -> bool:
    return any(
        (isinstance(node, ast.Name) and node.id == word)
        or (isinstance(node, ast.Attribute) and node.attr == word)
        for node in ast.walk(tree)
    )


def _updates_matches(tree: ast.AST) -> bool:
    return any(
        isinstance(node, ast.Call)
        and _called(node) == "update"
        and any(_mentions(argument, "matches") for argument in node.args)
        for node in ast.walk(tree)
    )


def _raises_conflict(tree: ast.AST) -> bool:
    return any(
        isinstance(node, ast.Raise) and node.exc is not None and _mentions(node.exc, "Conflict")
        for node in ast.walk(tree)
    )


def _reaching(bodies: Mapping[str, ast.AST], holds: Callable[[ast.AST], bool]) -> set[str]:
    """The names of those that hold so themselves, or use one that does."""
    found = {name for name, body in bodies.items() if holds(body)}
    while more := {name for name, body in bodies.items() if _uses(body) & found} - found:
        found |= more
    return found


def _uses(tree: ast.AST) -> set[str]:
    """The names in it, and the attributes of ``self``."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return names | {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }


def _is_store(expression: ast.expr) -> bool:
    """Whether it is called ``store``, ``_store`` or ends so, as in ``press.bot.store``."""
    name = expression.attr if isinstance(expression, ast.Attribute) else getattr(expression, "id", "")
    return str(name).lstrip("_") == "store"
