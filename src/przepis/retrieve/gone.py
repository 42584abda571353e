"""Is what was asked for ruled by an act that has ended and that nothing here replaced? A search leaves it out."""

from __future__ import annotations

from collections import Counter

from przepis.corpus.validity.settle import validity_of
from przepis.law.printing import format_citation
from przepis.records import Note, note
from przepis.retrieve.step import Tools

LOOKED_AT = 10  # the best by words, of law in force or not
LEAST = 4  # so many of them in one such act: less is chance


def gone_notes(tools: Tools, text: str, ended: frozenset[str]) -> tuple[Note, ...]:
    """Names the provision of an ended act that fits best by words, if the act has much of what fits."""
    lost = tools.store.kept.get(("not replaced", ended), lambda: not_replaced(tools, ended))
    best = best_gone(tools, text, lost)
    return (note("note_best_ended", first=format_citation(best, tools.names)),) if best is not None else ()


def not_replaced(tools: Tools, ended: frozenset[str]) -> frozenset[str]:
    """Those of which no successor is here."""
    here = tools.names.in_corpus
    return frozenset(act_id for act_id in ended if validity_of(tools.store, act_id).replaced_by not in here)


def best_gone(tools: Tools, text: str, gone: frozenset[str]) -> str | None:
    """The article of ``gone`` acts that fits best, where one of the acts has at least ``LEAST`` of what fits."""
    if not gone:
        return None
    rows = tools.searcher.lexical("text-prefix", text, LOOKED_AT).rows.tolist()
    found = [article_id for row in rows if (article_id := tools.index.article_ids[row]).partition("#")[0] in gone]
    act_id, n = next(iter(Counter(each.partition("#")[0] for each in found).most_common(1)), ("", 0))
    return next(each for each in found if each.startswith(f"{act_id}#")) if n >= LEAST else None
