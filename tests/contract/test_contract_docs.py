"""Every command, option and pipeline is in the docs, and the docs name no command that does not exist."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click

from przepis.errors import PrzepisError
from przepis.pipelines.loader import pipeline_names
from przepis.serve.cli.main import cli

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))


def commands(group: click.Group, path: str = "przepis") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")


def test_the_command_reference_is_what_the_program_says() -> None:
    """docs/commands.md is written by `python -m benchmarks.command_reference`; it must not fall behind."""
    from benchmarks.command_reference import command_reference

    assert (ROOT / "docs" / "commands.md").read_text(encoding="utf-8") == command_reference()


def test_every_pipeline_is_documented() -> None:
    text = (ROOT / "docs" / "pipelines.md").read_text(encoding="utf-8")
    missing = [name for name in pipeline_names() if f"`{name}`" not in text]
    assert not missing


def test_commands_named_in_the_docs_exist() -> None:
    known = {path for path, _ in commands(cli)} | {"przepis"}
    for file in PAGES:
        for line in re.findall(r"^\s*(?:\$ )?(przepis [a-z][^\n]*)", file.read_text(encoding="utf-8"), re.M):
            words = line.split()
            while words and words[1:2] and words[1].startswith("--"):
                del words[1:3]  # global options with a value come first
            assert any(" ".join(words[:n]) in known for n in (4, 3, 2)), f"{file.name}: {line}"


_BLOCK = re.compile(r"^```(?:sh)?\n(.*?)^```", re.M | re.S)
_SET = re.compile(r"^(?:\w+=\S+\s+)+(?=przepis )")


def examples(page: Path) -> Iterator[str]:
    """The lines that a reader would type."""
    for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
        for line in block.replace("\\\n", " ").splitlines():
            typed = _SET.sub("", line.strip())
            if typed.startswith("przepis "):
                yield typed


def test_examples_stand_in_blocks_of_their_own() -> None:
    """Lines that are only indented are taken for prose when a page is wrapped anew, and run together."""
    for page in PAGES:
        text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        assert not re.findall(r"^ {4}(?:przepis|pip|\w+=\S+ przepis) .*", text, re.M), page.name


def test_examples_can_be_typed_as_they_stand() -> None:
    """Every command, option and kind of value in them is one that the program takes."""
    seen = [typed for page in PAGES for typed in examples(page)]
    assert len(seen) > 60
    for typed in seen:
        parse(cli, shlex.split(typed, comments=True)[1:], typed)


def parse(command: click.Command, words: list[str], typed: str) -> None:
    """As click does it, down to the command itself."""
    context = click.Context(command)
    try:
        if not isinstance(command, click.Group):
            command.make_context("przepis", words)
            return
        _, rest, _ = command.make_parser(context).parse_args(words)
    except (click.ClickException, PrzepisError) as error:
        of = error.param if isinstance(error, click.BadParameter) else None
        if of is not None and isinstance(of.type, click.Path):
            return  # a file of the reader's, which is not here
        raise AssertionError(f"{typed}: {error}") from error
    if rest:
        inner = command.get_command(context, rest[0])
        assert inner is not None, typed
        parse(inner, rest[1:], typed)


def test_every_option_has_help() -> None:
    for path, command in commands(cli):
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help, f"{path} {parameter.opts[0]} has no help"
