"""Which notes speak of another unit of the article than the one shown: judgments on a point nobody asked about."""

from __future__ import annotations

from collections.abc import Sequence

from przepis.corpus.units import as_paragraph
from przepis.law.citations import parse_citations
from przepis.records import Article, Note, Unit


def speaks_elsewhere(note: Note, article: Article, unit: Unit | None) -> bool:
    """False where the whole article is shown, or where the judgment names no unit, or this one too."""
    provision = dict(note.values).get("provision", "") if note.key.startswith("warn_ruling") else ""
    if unit is None or not provision:
        return False
    named = [path for cite in parse_citations(provision) if cite.label == article.label for path in cite.paths]
    return bool(named) and all(_apart(path, unit.path) for path in named)


def _apart(one: Sequence[str], other: Sequence[str]) -> bool:
    """Neither is the other, nor holds it."""
    return any(as_paragraph(a) != as_paragraph(b) for a, b in zip(one, other, strict=False))
