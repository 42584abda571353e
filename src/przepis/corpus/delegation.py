"""Delegated acts: which article authorises a regulation. Its preamble says so: „Na podstawie art. 12 ust. 4 ustawy …”.

The preamble stands before the first §, so it is no article's text. It is kept with the published text it is from, and
resolved with the act's other references: as references of kind ``regulation`` from the regulation's first unit.
"""

from __future__ import annotations

import re

from przepis.corpus.store import Store
from przepis.law.citations import CitationResolver
from przepis.records import Reference

_GROUNDS = re.compile(
    r"Na\s+pod?stawie\s+(?P<basis>.+?)\s*(?:\b(?:zarządza|postanawia|uchwala|ogłasza)\b|[:]|$)", re.S | re.I
)
_JOURNAL = re.compile(r"\s*\((?:t\.\s*j\.\s*)?Dz\.\s*U\..*?\)", re.S)

ReferenceRow = tuple[str, str, int, str, str | None, str | None, int, str]


def find_grounds(preamble: str) -> str:
    """The words that name the authorising provisions; empty where there are none."""
    plain = re.sub(r"(\^\d+)(?=ust\b|pkt\b|§)", r"\1 ", preamble.replace("*", " "))  # marks and spaces lost in print
    found = _GROUNDS.search(" ".join(plain.split()))
    return _JOURNAL.sub("", found["basis"]).strip(" ,") if found else ""


def keep_preamble(store: Store, version_id: str, preamble: str) -> None:
    """Beside the text that it introduces; the act's own id may still change."""
    if preamble:
        store.set_meta(f"preamble:{version_id}", preamble)


def delegation_rows(store: Store, resolver: CitationResolver, act_id: str) -> list[ReferenceRow]:
    """References to the articles that authorise this act, for the table of references.

    Positions are negative: the preamble comes before anything that the first unit cites.
    """
    versions, labels = store.versions(act_id), store.labels(act_id)
    if not versions or not labels:
        return []
    stored = (store.get_meta(f"preamble:{v.version_id}") for v in reversed(versions))
    grounds = find_grounds(next((p for p in stored if p), ""))
    if not grounds:
        return []
    rows: list[ReferenceRow] = []
    for n, found in enumerate(resolver.resolve(grounds)):
        label = found.article_id.partition("#")[2] if found.article_id else None
        mention = grounds[found.cite.start : found.cite.end]
        rows.append((act_id, labels[0], n - 1000, mention, found.act_id, label, int(label is not None), "regulation"))
    return rows


def grounds_of(store: Store, act_id: str) -> list[Reference]:
    """The provisions on which a regulation was issued, in the order of its preamble."""
    query = "SELECT label FROM articles WHERE newest = 1 AND act_id = ? ORDER BY ordinal LIMIT 1"
    first = store.db.execute(query, (act_id,)).fetchone()
    cited = store.references_from(f"{act_id}#{first[0]}") if first else []
    return [reference for reference in cited if reference.kind == "regulation"]


def delegated_acts(store: Store, article_id: str) -> list[str]:
    """Acts issued on the ground of this article."""
    act_id, _, label = article_id.partition("#")
    rows = store.db.execute(
        """SELECT DISTINCT act_id FROM refs WHERE kind = 'regulation' AND target_act = ? AND target_label = ?
        ORDER BY act_id""",
        (act_id, label),
    )
    return [str(row[0]) for row in rows]
