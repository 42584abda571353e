"""What is said where a unit was asked for by its raised number without the sign that raises it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from przepis.corpus.raised import is_read_flattened
from przepis.corpus.units import display_path
from przepis.law.citations import format_citation
from przepis.law.names import ActNames
from przepis.records import Article, Note, Unit


def flattened_notes(article: Article, path: Sequence[str], unit: Unit | None, names: ActNames) -> Iterator[Note]:
    """That pkt 41 was read as 4¹, as sources print it that do not raise numbers."""
    if unit is not None and is_read_flattened(unit, path):
        asked, meant = display_path(tuple(path)), display_path(unit.path)
        values = (("article", format_citation(article.article_id, names)), ("unit", asked), ("meant", meant))
        yield Note("note_flattened", values)
