"""What the whole tree must hold: no trace of one machine, locks that match, a house that knows no game."""

import re
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.process.settings import Settings

ROOT = Path(__file__).resolve().parents[2]

# Spelled in parts, since this file is searched too.
REGISTRIES = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("debian", "org"),
        ("ubuntu", "com"),
        ("anaconda", "org"),
    )
]
MACHINE_PATH = re.compile(r"(?<![\w.~*$)}])/(?:root|home|Users|work|opt)/\w")

LOCKS = {
    "requirements.txt": ([], []),
    "requirements-play.txt": (["play"], []),
    "requirements-dev.txt": (["play"], ["dev"]),
}


@cache
def tree() -> dict[str, str]:
    """Every text file that is, or is about to be, part of the project."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    texts = {}
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        try:
            texts[name] = path.read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue
    return texts


def lines() -> Iterator[tuple[str, str]]:
    for name, text in tree().items():
        for number, line in enumerate(text.splitlines(), start=1):
            yield f"{name}:{number}", line


def project() -> dict[str, dict[str, object]]:
    loaded: dict[str, dict[str, object]] = tomllib.loads(
        (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    )
    return loaded


@cache
def pins(lock: str) -> dict[str, str]:
    found = re.findall(r"^([\w.-]+)==(\S+)", tree()[lock], flags=re.MULTILINE)
    return {canonicalize_name(name): version for name, version in found}


def wanted(lock: str) -> Iterator[Requirement]:
    extras, groups = LOCKS[lock]
    about = project()
    named = about["project"]
    sources = [named["dependencies"]]
    for table, keys in ((named["optional-dependencies"], extras), (about["dependency-groups"], groups)):
        assert isinstance(table, dict)
        sources += [table[key] for key in keys]
    for source in sources:
        assert isinstance(source, list)
        yield from map(Requirement, source)


def slugs() -> set[str]:
    found = {
        path.stem for path in (ROOT / "engine" / "games").iterdir() if not path.name.startswith((".", "_"))
    }
    assert found, "there is no game"
    return found


def shared_modules() -> dict[str, str]:
    """The Python files that every game shares, so none of them may name one."""
    games = slugs()

    def is_shared(path: Path) -> bool:
        match path.parts:
            case ("engine", "games", *_):
                return False
            case ("engine", "players", part, *_):
                return part.removesuffix(".py") not in games
            case ("cogs", part, *_):
                return part != "__init__.py" and part.removesuffix(".py") not in games
            case (top, *_):
                return top in {"engine", "bot"}
            case _:
                return False

    return {name: text for name, text in tree().items() if name.endswith(".py") and is_shared(Path(name))}


def of_the_tests() -> dict[str, str]:
    """The Python files of the tests, without this one, which spells out what it looks for."""
    here = Path(__file__).relative_to(ROOT).as_posix()
    return {
        name: text
        for name, text in tree().items()
        if name.startswith("tests/") and name.endswith(".py") and name != here
    }


def test_no_registry_is_named() -> None:
    assert [where for where, line in lines() if any(host in line for host in REGISTRIES)] == []


def test_no_path_of_a_machine() -> None:
    here = str(ROOT)
    assert [where for where, line in lines() if here in line or MACHINE_PATH.search(line)] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_answers_the_project(lock: str) -> None:
    pinned = pins(lock)
    wrong = [
        str(requirement)
        for requirement in wanted(lock)
        if (version := pinned.get(canonicalize_name(requirement.name))) is None
        or version not in requirement.specifier
    ]
    assert wrong == []


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_holds_hashes_and_nothing_of_where_they_came_from(lock: str) -> None:
    text = tree()[lock]
    assert not [line for line in text.splitlines() if not re.match(r"[\w.-]+==|    --hash=sha256:", line)]
    assert all("--hash=" in block for block in re.split(r"\n(?=\w)", text))


def test_locks_agree() -> None:
    everything = pins("requirements-dev.txt")
    for lock in LOCKS:
        assert pins(lock).items() <= everything.items(), lock


def test_only_its_own_files_name_a_game() -> None:
    word = re.compile(rf"(?<![a-z])(?:{'|'.join(slugs())})(?![a-z])", flags=re.IGNORECASE)
    named = [
        f"{name}:{number}: {line.strip()}"
        for name, text in shared_modules().items()
        for number, line in enumerate(text.splitlines(), start=1)
        if word.search(line)
    ]
    assert named == []


def test_no_test_file_imports_another() -> None:
    """What several of them need stands in a helper module, where it is looked for."""
    imports = re.compile(r"^\s*(?:from|import) .*\btest_\w+", flags=re.MULTILINE)
    importing = {name: found for name, text in of_the_tests().items() if (found := imports.findall(text))}
    assert importing == {}


def test_tests_say_which_exception_they_expect() -> None:
    """``raises(Exception)`` passes for a misspelt name, too."""
    anything = re.compile(r"raises\((?:Base)?Exception\b")
    assert [name for name, text in of_the_tests().items() if anything.search(text)] == []


def test_changelog_speaks_of_this_version() -> None:
    version = project()["project"]["version"]
    headings = re.findall(r"^## \[([^\]]+)\]", tree()["CHANGELOG.md"], flags=re.MULTILINE)
    assert {"Unreleased", version} & set(headings)


def test_every_setting_is_documented() -> None:
    documented = set(re.findall(r"^#?([A-Z_]+)=", tree()[".env.example"], flags=re.MULTILINE))
    assert documented == {name.upper() for name in Settings.model_fields}


DOCUMENTS = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_the_documents_tell_to_type_exists(document: str) -> None:
    text = tree()[document]
    targets = set(re.findall(r"^([a-z]+):", tree()["Makefile"], flags=re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)", "\n".join(code(text)))) <= targets

    modules = set(re.findall(r"python3? -m ([\w.]+)", text)) - {"venv", "pip"}
    missing = {module for module in modules if not module_exists(module)}
    assert missing == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_of_the_documents_lead_somewhere(document: str) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", tree()[document])
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (ROOT / link).exists()] == []


def code(markdown: str) -> list[str]:
    """The fenced and the inline code of a document."""
    return re.findall(r"```.*?```", markdown, flags=re.DOTALL) + re.findall(r"`[^`\n]+`", markdown)


def module_exists(module: str) -> bool:
    path = ROOT.joinpath(*module.split("."))
    return path.with_suffix(".py").exists() or (path / "__main__.py").exists()
