"""The language of the command line: Polish by default, English with ``--lang en``.

Commands are written with English help; ``help_pl.toml`` holds the Polish of every command and option, by the words of
the English. A text that has none yet is shown in English rather than not at all.
"""

from __future__ import annotations

import functools
import os
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from importlib import resources

import click

from przepis.errors import PrzepisError
from przepis.messages import Language, Messages
from przepis.serve.cli.late import LateGroup
from przepis.settings import load_settings

_SENTENCE_END = re.compile(r"(?<!\bart)(?<!\bnp)(?<!\bust)(?<!\be\.g)(?<!\bi\.e)\.(?=\s|$)|\n\s*\n")
"""Not after an abbreviation: help must not be cut at "art."."""
_FURNITURE = {
    "Usage:": "Użycie:",
    "Options:": "Opcje:",
    "Commands:": "Polecenia:",
    "Show this message and exit.": "Pokaż tę pomoc i zakończ.",
    "Show the version and exit.": "Pokaż wersję i zakończ.",
    "[default:": "[domyślnie:",  # without what follows: a line may end there
    "[required]": "[wymagane]",
    " required]": " wymagane]",
}


@functools.cache
def polish_help() -> dict[str, str]:
    text = resources.files("przepis.serve.cli").joinpath("help_pl.toml").read_text(encoding="utf-8")
    return {entry["en"]: entry["pl"] for entry in tomllib.loads(text)["help"]}


def language_of_person(arguments: Sequence[str] | None = None) -> Messages:
    """What ``--lang`` says, else the settings; Polish where they cannot be read."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for index, argument in enumerate(given):
        value = argument.partition("=")[2] if argument.startswith("--lang=") else ""
        if argument == "--lang" and index + 1 < len(given):
            value = given[index + 1]
        if value in ("pl", "en"):
            return Messages(_language(value))
    try:
        return Messages(load_settings(None).language)
    except PrzepisError:
        return Messages(_language(os.environ.get("PRZEPIS_LANGUAGE", "pl")))


def _language(written: str) -> Language:
    return "en" if written == "en" else "pl"


def all_commands(command: click.Command, path: str = "") -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None  # it is in the list
            yield from all_commands(inner, f"{path} {name}".strip())


def speak(root: click.Command, language: Language) -> None:
    """Give every command and option its help in the language; may be called again with another.

    Commands that are imported late are given it when they are.
    """
    if isinstance(root, LateGroup):
        root.on_load = functools.partial(speak, language=language)
    for command in [root] if isinstance(root, LateGroup) else [command for _, command in all_commands(root)]:
        english = command.__dict__.setdefault("help_en", command.help or "")
        command.help = _said(english, language)
        command.short_help = first_sentence(command.help)
        command.get_help = functools.partial(_help, command, language)  # type: ignore[method-assign]
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                english = parameter.__dict__.setdefault("help_en", parameter.help or "")
                parameter.help = _said(english, language)


def _said(english: str, language: Language) -> str:
    return english if language == "en" else polish_help().get(" ".join(english.split()), english)


def first_sentence(text: str) -> str:
    """What a list of commands shows."""
    end = _SENTENCE_END.search(text)
    return " ".join((text[: end.start()] if end else text).split())


def _help(command: click.Command, language: Language, context: click.Context) -> str:
    text = type(command).get_help(command, context)
    if language == "pl":
        for english, polish in _FURNITURE.items():
            text = text.replace(english, polish)
    return text


def usage_error(error: click.ClickException, say: Messages) -> str:
    """What is wrong with the command line, in the person's language."""
    if isinstance(error, click.NoSuchOption) and error.ctx is not None and _of_all_commands(error, error.ctx):
        command = error.ctx.command_path.partition(" ")[2]
        return say("usage_option_before", name=error.option_name, command=command)
    if say.language == "en":
        return error.format_message()
    if isinstance(error, click.NoSuchOption):
        near = ", ".join(error.possibilities or ())
        return say("usage_no_option_near" if near else "usage_no_option", name=error.option_name, near=near)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return say("usage_missing", name=error.param.get_error_hint(error.ctx) if error.ctx else error.param.name)
    no_command = re.match(r"No such command '(.*?)'", error.format_message())
    if no_command:
        path = getattr(error, "ctx", None)
        return say("usage_no_command", name=no_command[1], path=path.command_path if path else "przepis")
    if isinstance(error, click.BadParameter) and error.param is not None:
        return say("usage_bad", name=error.param.opts[0] if error.param.opts else "", detail=error.message)
    return say("usage_other", detail=error.format_message())


def _of_all_commands(error: click.NoSuchOption, context: click.Context) -> bool:
    """``przepis search x --lang en``: an option of `przepis` itself, behind the command."""
    return any(error.option_name in parameter.opts for parameter in context.find_root().command.params)
