"""An act's page: what it is, its published texts, its table of contents."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from przepis.corpus.outline import Section
from przepis.corpus.publication import official_url
from przepis.corpus.units import whole_text
from przepis.law.labels import Label, provision_name
from przepis.law.printing import format_citation
from przepis.library import Library

MAX_ENTRIES = 450
"""Articles on one page, at some 180 bytes each with their first words."""


def act_view(library: Library, act_id: str, on: dt.date | None, part: int) -> dict[str, Any]:
    outline = library.outline(act_id, on)
    parts = split_sections(outline.sections, MAX_ENTRIES)
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
        "notes": library.act_notes(act_id, on),
        "grounds": [
            (format_citation(r.target, library.names), r.target) for r in library.grounds(act_id) if r.resolved
        ],
        "annexes": [(provision_name(a.label), a.title, a.only_named) for a in library.annexes(act_id, on)],
        "display": lambda label: Label.from_canonical(label).display,
    }


def text_view(library: Library, act_id: str, on: dt.date | None) -> dict[str, Any]:
    """The whole act, to read and print."""
    outline, act = library.outline(act_id, on), library.act(act_id)
    articles = []
    for section in outline.sections:
        opened = section.opened
        for entry in section.entries:
            article = library.wording(f"{act_id}#{entry.label}", on)
            name = provision_name(entry.label, paragraphs=act.paragraphs)
            articles.append((opened, name, entry.label, whole_text(article.text, article.units), entry.repealed))
            opened = ()
    return {"act": act, "version": outline.version, "official": official_url(outline.version), "articles": articles}


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
