"""Commands imported when they are asked for: a search need not wait for what serves or evaluates."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import click


class LateGroup(click.Group):
    """``modules`` names the module of each command; ``on_load`` is called with every command that is handed out."""

    def __init__(self, *args: Any, modules: dict[str, str] | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.modules = modules or {}
        self.on_load: Callable[[click.Command], None] | None = None

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.modules:
            return None
        command: click.Command = getattr(importlib.import_module(self.modules[cmd_name]), cmd_name)
        if self.on_load is not None:
            self.on_load(command)
        return command
