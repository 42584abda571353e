"""Addresses of the page: stable, readable, carrying the language and the date where they differ from the default."""

from __future__ import annotations

import datetime as dt
from urllib.parse import quote, urlencode

from przepis.messages import Language
from przepis.records import Unit


def unit_anchor(path: tuple[str, ...]) -> str:
    """("para:1^1", "point:2") -> "para1_1-point2": an id that needs no escaping in a fragment."""
    return "-".join(part.replace(":", "").replace("^", "_") for part in path)


class Links:
    def __init__(self, language: Language, on: dt.date | None = None) -> None:
        self.language = language
        self._on = on

    def to(self, path: str, **params: object) -> str:
        """``None`` and empty values are left out."""
        query = {key: str(value) for key, value in params.items() if value not in (None, "")}
        if self.language != "pl":
            query.setdefault("lang", self.language)
        return f"{path}?{urlencode(query)}" if query else path

    def home(self) -> str:
        return self.to("/")

    def search(self, text: str, **params: object) -> str:
        return self.to("/search", q=text, **params)

    def act(self, act_id: str, on: dt.date | None = None) -> str:
        return self.to(f"/{quote(act_id)}", on=on or self._on)

    def article(self, article_id: str, unit: Unit | tuple[str, ...] | None = None, on: dt.date | None = None) -> str:
        act_id, _, label = article_id.partition("#")
        path = unit.path if isinstance(unit, Unit) else unit
        address = self.to(f"/{quote(act_id)}/art/{quote(label, safe='^')}", on=on or self._on)
        return f"{address}#{unit_anchor(path)}" if path else address

    def diff(self, article_id: str, older: str, newer: str) -> str:
        act_id, _, label = article_id.partition("#")
        return self.to(f"/{quote(act_id)}/art/{quote(label, safe='^')}/diff", older=older, newer=newer)
