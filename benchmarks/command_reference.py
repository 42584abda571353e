"""Writes docs/commands.md from the program's own help texts; a test fails when it falls behind."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import click

from przepis.serve.cli.language import speak
from przepis.serve.cli.main import cli


def _commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None  # it is in the list
            yield from _commands(inner, f"{path} {name}")


def command_reference() -> str:
    speak(cli, "en")
    parts = ["# Commands\n\nWritten by `python -m benchmarks.command_reference`.\n"]
    for path, command in _commands(cli, "przepis"):
        command._help_option = None  # kept from an earlier call, perhaps with other names
        names = list(cli.context_settings["help_option_names"])
        context = click.Context(
            command, info_name=path, terminal_width=100, max_content_width=100, help_option_names=names
        )
        parts.append(f"## {path}\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    Path("docs/commands.md").write_text(command_reference(), encoding="utf-8")
