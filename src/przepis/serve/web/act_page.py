"""An act's page: what it is, its published texts, its table of contents."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from przepis.corpus.outline import Section
from przepis.corpus.publication import official_url
from przepis.law.labels import Label, provision_name
from przepis.law.printing import format_citation
from przepis.library import Library

MAX_ENTRIES = 2_100
"""Links on one page, at some 40 bytes each; with a date or a language in every address half as many fit."""


def act_view(library: Library, act_id: str, on: dt.date | None, part: int, *, plain: bool) -> dict[str, Any]:
    """``plain``: neither a date nor a language has to be carried on in the addresses."""
    outline = library.outline(act_id, on)
    parts = split_sections(outline.sections, MAX_ENTRIES if plain else MAX_ENTRIES // 2)
    part = min(max(1, part), len(parts))
    return {
        "act": library.act(act_id),
        "short": library.names.abbreviation(act_id),
        "version": outline.version,
        "sections": parts[part - 1],
        "part": part,
        "n_parts": len(parts),
        "n_articles": len(outline.labels),
        "versions": library.versions(act_id)[::-1],
        "official": official_url(outline.version),
        "grounds": [
            (format_citation(r.target, library.names), r.target) for r in library.grounds(act_id) if r.resolved
        ],
        "annexes": [(provision_name(a.label), a.title, a.only_named) for a in library.annexes(act_id, on)],
        "display": lambda label: Label.from_canonical(label).display,
    }


def split_sections(sections: Sequence[Section], most: int) -> list[list[Section]]:
    """Parts of at most so many articles each; a section alone larger than that stays whole."""
    parts: list[list[Section]] = [[]]
    n_entries = 0
    for section in sections:
        if parts[-1] and n_entries + len(section.entries) > most:
            parts.append([])
            n_entries = 0
        parts[-1].append(section)
        n_entries += len(section.entries)
    return parts
