"""What the documentation says is held to the code."""

import re
import subprocess
import sys
from pathlib import Path

import click

import backend
from backend.cli import COMMANDS, cli
from tests import module_list

ROOT = Path(backend.__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
USER_GUIDE = (ROOT / "docs" / "user-guide.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "docs" / "contributing.md").read_text("utf-8")
ADMIN_GUIDE = (ROOT / "docs" / "admin-guide.md").read_text("utf-8")
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in (ROOT, ROOT / "models" / "sample", ROOT / "models" / "ner", *(ROOT / "docs").glob("**/"))
    for path in folder.glob("*.md")
)
CONTRACT_OPTIONS = {
    "train": "--registry --name --features --promote --jobs --scheduler --json",
    "clients": "--registry --json",
    "guess": "--registry --top --json",
    "suggest": "--client --manifest --no-cii --k --objective --pii --always --never --registry --json",
    "redact": "--out --client --manifest --no-cii --k --objective --pii --always --never --placeholder --jobs "
    "--scheduler --registry --report --json",
    "verify": "--report --json",
    "attack": "--manifest --attackers --registry --json",
    "evaluate": "--data --out --json",
}


def _commands(group=cli, prefix=""):
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from _commands(command, f"{prefix}{name} ")
        else:
            yield f"{prefix}{name}", command


def test_the_help_of_every_command_shows_an_example():
    assert [name for name, command in _commands() if f"unsaid {name}" not in command.help] == []


def test_a_guide_shows_every_command():
    guides = README + USER_GUIDE + ADMIN_GUIDE + CONTRIBUTING
    assert [name for name, _ in _commands() if f"unsaid {name}" not in guides] == []


def test_the_list_of_commands_shows_the_first_line_of_each_help():
    assert {name: cli.commands[name].help.split("\n")[0] for name in COMMANDS} == COMMANDS


def test_the_help_of_a_group_shows_the_first_line_of_each_command_in_full():
    groups = [group for group in cli.commands.values() if isinstance(group, click.Group)]
    assert groups
    for group in groups:
        help_page = " ".join(group.get_help(click.Context(group, terminal_width=80)).split())
        first_lines = [command.help.split("\n")[0] for command in group.commands.values()]
        assert [line for line in first_lines if line not in help_page] == []


def test_help_loads_nothing_that_only_commands_need():
    """Neither the database, nor the languages, nor numbers: a person waits for it."""
    program = "import sys; from backend.cli import main\ntry: main()\nfinally: print(sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program, "--help"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = {name.partition(".")[0] for name in re.findall(r"'([\w.]+)'", done.stdout.rpartition("[")[2])}
    assert "click" in loaded
    assert loaded.isdisjoint({"sqlalchemy", "alembic", "cryptography", "spacy", "numpy", "scipy", "flask", "rich"})
    assert "redact" in done.stdout


def test_every_option_of_the_contract_exists():
    for name, options in CONTRACT_OPTIONS.items():
        known = {spelling for option in cli.commands[name].params for spelling in option.opts}
        assert set(options.split()) - known == set(), name


def test_every_setting_is_in_the_admin_guide():
    names = re.findall(r"UNSAID_[A-Z_]+", (ROOT / "backend" / "settings.py").read_text("utf-8"))
    assert len(set(names)) >= 4
    assert [name for name in names if f"| `{name}` |" not in ADMIN_GUIDE] == []


def test_every_option_says_what_it_does():
    silent = [
        f"{name} {option.name}"
        for name, command in _commands()
        for option in command.params
        if isinstance(option, click.Option) and not option.help
    ]
    assert silent == []


def test_the_architecture_page_names_every_package():
    plan = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rooms = {path.stem for path in (ROOT / "backend").iterdir() if not path.name.startswith(("_", "py.typed"))}
    assert [room for room in sorted(rooms) if f"`{room}`" not in plan] == []


def test_the_list_of_modules_is_made_from_the_code():
    """`make modules` makes it anew."""
    assert (ROOT / "docs" / "modules.md").read_text("utf-8") == module_list.page()


def test_decisions_are_numbered_without_a_gap_and_have_their_four_parts():
    decisions = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    assert [int(path.name[:4]) for path in decisions] == list(range(1, len(decisions) + 1))
    for path in decisions:
        headings = re.findall(r"^## (.+)$", path.read_text("utf-8"), re.MULTILINE)
        assert headings == ["Context", "Decision", "Consequences", "Rejected alternatives"], path.name


def test_every_module_that_contributors_are_sent_to_is_there():
    """The paths in the table of what to change where: below backend/, or below the root."""
    table = CONTRIBUTING.partition("## Where would I change")[2]
    paths = re.findall(r"`((?:[a-z_]+/)+(?:[a-z_]+\.[a-z]+)?|[a-z_]+\.py|tests/[a-z/]+)`", table)
    assert len(paths) > 40
    missing = [path for path in paths if not ((ROOT / path).exists() or (ROOT / "backend" / path).exists())]
    assert [path for path in missing if not list((ROOT / "backend").glob(f"*/**/{path}"))] == []


def test_the_readme_is_short():
    assert len(README.splitlines()) <= 150


def _anchors(text):
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_relative_link_leads_somewhere():
    broken = []
    for path in PAGES:
        for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]+))?\)", (ROOT / path).read_text("utf-8")):
            page = (ROOT / path).parent / target if target else ROOT / path
            if not page.exists() or (anchor and anchor not in _anchors(page.read_text("utf-8"))):
                broken.append(f"{path}: {target}#{anchor}")
    assert broken == []


def test_lock_files_hold_hashes_and_no_addresses():
    for name in ("requirements.txt", "requirements-dev.txt"):
        text = (ROOT / name).read_text("utf-8")
        assert "--hash=sha256:" in text
        assert "://" not in text
        assert "index-url" not in text
