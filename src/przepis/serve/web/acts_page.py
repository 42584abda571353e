"""The list of acts: found by name, year, keyword, kind and status."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from przepis.library import Library
from przepis.serve.web.links import Links

PER_PAGE = 50
STATUSES = ("in_force", "repealed", "expired", "unknown")


@dataclass(frozen=True, slots=True)
class Asked:
    name: str
    year: str
    keyword: str
    kind: str
    status: str
    page: int

    @classmethod
    def of(cls, params: Mapping[str, str], page: int) -> Asked:
        written = {key: params.get(key, "").strip()[:200] for key in ("name", "year", "keyword", "kind", "status")}
        return cls(**written, page=page)


def acts_view(library: Library, asked: Asked, links: Links) -> dict[str, Any]:
    kinds = sorted({library.names.kind(act_id) for act_id in library.names.in_corpus})
    wrong = [
        name
        for name, bad in (
            ("year", bool(asked.year) and not (asked.year.isdecimal() and len(asked.year) == 4)),
            ("kind", bool(asked.kind) and asked.kind not in kinds),
            ("status", bool(asked.status) and asked.status not in STATUSES),
        )
        if bad
    ]
    found = library.acts(
        asked.name,
        year=int(asked.year) if asked.year and "year" not in wrong else None,
        keyword=asked.keyword,
        kind="" if "kind" in wrong else asked.kind,
        status="" if "status" in wrong else asked.status,
        limit=PER_PAGE,
        offset=(asked.page - 1) * PER_PAGE,
    )
    given = {key: getattr(asked, key) for key in ("name", "year", "keyword", "kind", "status")}
    return {
        "asked": asked,
        "found": found,
        "kinds": kinds,
        "statuses": STATUSES,
        "wrong": wrong,
        "n_pages": max(1, -(-found.total // PER_PAGE)),
        "page_link": lambda n: links.to("/acts", **given, p=n),
    }
