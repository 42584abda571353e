"""Every command, option and pipeline is in the docs, and the docs name no command that does not exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

from przepis.pipelines.loader import pipeline_names
from przepis.serve.cli.main import cli

ROOT = Path(__file__).resolve().parents[2]


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
    for file in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for line in re.findall(r"^\s*(?:\$ )?(przepis [a-z][^\n]*)", file.read_text(encoding="utf-8"), re.M):
            words = line.split()
            while words and words[1:2] and words[1].startswith("--"):
                del words[1:3]  # global options with a value come first
            assert any(" ".join(words[:n]) in known for n in (4, 3, 2)), f"{file.name}: {line}"


def test_every_option_has_help() -> None:
    for path, command in commands(cli):
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help, f"{path} {parameter.opts[0]} has no help"
