"""What every command shares: settings, an open library, output that a program or a person reads."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from przepis.errors import InputError
from przepis.law.dates import as_day
from przepis.messages import Messages
from przepis.records import note, to_json
from przepis.settings import Settings, load_settings

if TYPE_CHECKING:
    from przepis.library import Library


class Advance(Protocol):
    def __call__(self, done: float, note: str, total: float | None = ..., /) -> None: ...


class Context:
    def __init__(self, home: Path | None, lang: str | None, llm: str | None) -> None:
        self.home, self.lang, self.llm = home, lang, llm
        self.console = Console(highlight=False)
        self._settings: Settings | None = None

    @property
    def settings(self) -> Settings:
        if self._settings is None:
            llm = self._llm_settings() if self.llm else None
            self._settings = load_settings(self.home, language=self.lang, llm=llm)
        return self._settings

    def _llm_settings(self) -> dict[str, Any]:
        from przepis.llm.open import parse_llm_option

        return parse_llm_option(self.llm or "")

    @property
    def say(self) -> Messages:
        return Messages(self.settings.language)

    @contextmanager
    def library(self) -> Iterator[Library]:
        from przepis.library import Library  # late: what needs no library does not wait for it

        with Library(settings=self.settings) as library:
            yield library

    def print_json(self, data: Any) -> None:
        click.echo(json.dumps(to_json(data), ensure_ascii=False, indent=1))

    @contextmanager
    def progress(self, what: str, total: int | None = None) -> Iterator[Advance]:
        """A bar on standard error; ``advance(done, note)`` sets it, also ``total``. Silent where nobody watches."""
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
        )
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(what, total=total, note="")
            yield lambda done, note, total=total: bar.update(task, completed=done, note=note, total=total)


class Day(click.ParamType[dt.date]):
    """A date: 2024-06-19, 19.06.2024 or „19 czerwca 2024 r.”."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dt.date:
        if isinstance(value, dt.date):
            return value
        found = as_day(str(value))
        if found is None:
            raise InputError("an empty text is not a date", note("error_not_a_date", given=""))
        return found


DAY = Day()
