"""Facts about the corpus, and checks that it is sound."""

from __future__ import annotations

import collections
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from przepis.artifact import read_jsonl
from przepis.corpus.store import Store
from przepis.corpus.validity.settle import disagreements
from przepis.law.citations import CitationResolver


def corpus_stats(store: Store) -> dict[str, int]:
    def count(query: str) -> int:
        return int(store.db.execute(query).fetchone()[0] or 0)

    statuses = collections.Counter(act.status for act in store.acts())
    return {
        "acts": count("SELECT count(*) FROM acts"),
        "acts_in_force": statuses["in_force"],
        "acts_ended": statuses["repealed"] + statuses["expired"],
        "acts_of_unknown_status": statuses["unknown"],
        "acts_with_contradicting_witnesses": len(disagreements(store)),
        "provisional_acts": count("SELECT count(*) FROM acts WHERE provisional"),
        **_by_kind(store),
        "versions": count("SELECT count(*) FROM versions"),
        "articles": count("SELECT count(*) FROM articles WHERE newest"),
        "repealed_articles": count("SELECT count(*) FROM articles WHERE newest AND repealed"),
        "superscript_articles": count("SELECT count(*) FROM articles WHERE newest AND label LIKE '%^%'"),
        "wordings": count("SELECT count(*) FROM articles"),
        "texts": count("SELECT count(*) FROM texts"),
        "references": count("SELECT count(*) FROM refs"),
        "references_resolved": count("SELECT count(*) FROM refs WHERE resolved"),
        "surrogates": count("SELECT count(*) FROM surrogates"),
        "articles_with_coming_wording": count(
            "SELECT count(*) FROM coming c JOIN articles a USING (version_id, label) WHERE a.newest"
        ),
    }


def _by_kind(store: Store) -> dict[str, int]:
    """Acts and articles of each kind, the largest kind first; units of annexes are counted apart."""
    rows = store.db.execute(
        """SELECT kind, count(DISTINCT a.act_id), sum(label NOT LIKE 'z%'), sum(label LIKE 'z%')
        FROM articles a JOIN acts USING (act_id) WHERE newest GROUP BY kind ORDER BY 3 DESC"""
    ).fetchall()
    found: dict[str, int] = {}
    for kind, n_acts, n_articles, n_annexed in rows:
        found |= {f"{kind}_acts": n_acts, f"{kind}_articles": n_articles}
        if n_annexed:
            found[f"{kind}_annex_units"] = n_annexed
    return found


def verify_corpus(store: Store) -> list[str]:
    """What is wrong, a line each; empty when the corpus is sound."""
    problems = [f"SQLite: {row[0]}" for row in store.db.execute("PRAGMA integrity_check") if row[0] != "ok"]
    problems += [f"broken link: {tuple(row)}" for row in store.db.execute("PRAGMA foreign_key_check")]
    doubled = "SELECT version_id, label, count(*) FROM entries GROUP BY version_id, label HAVING count(*) > 1"
    problems += [f"{v}: article {label} stands {n} times" for v, label, n in store.db.execute(doubled)]
    empty = "SELECT version_id FROM versions WHERE version_id NOT IN (SELECT version_id FROM entries)"
    problems += [f"{row[0]}: a version without articles" for row in store.db.execute(empty)]
    gaps = "SELECT act_id, label FROM articles WHERE valid_to IS NOT NULL AND valid_to < valid_from"
    problems += [f"{a}#{label}: a wording that ends before it begins" for a, label in store.db.execute(gaps)]
    return problems


def reference_rates(store: Store) -> list[dict[str, Any]]:
    """Resolved share of the mentions in each code, then in the whole corpus."""
    query = """SELECT acts.title, count(*), sum(resolved) FROM refs JOIN acts USING (act_id)
        WHERE {} GROUP BY {} ORDER BY 2 DESC"""
    rows = [
        *store.db.execute(query.format("acts.title LIKE 'Kodeks %'", "acts.act_id")),
        *(("all codes", *r[1:]) for r in store.db.execute(query.format("acts.title LIKE 'Kodeks %'", "1 = 1"))),
        *(("whole corpus", *r[1:]) for r in store.db.execute(query.format("1 = 1", "1 = 1"))),
    ]
    return [
        {"title": title, "mentions": n, "resolved": resolved or 0, "rate": (resolved or 0) / n if n else 0.0}
        for title, n, resolved in rows
    ]


def unresolved_bases(resolver: CitationResolver, files: Iterable[Path]) -> dict[str, Any]:
    """Which questions' legal basis names no article of the corpus, and why."""
    n_questions = n_resolved = 0
    unresolved: list[dict[str, str]] = []
    for path in files:
        for row in read_jsonl(path):
            basis = str(row.get("legal_basis") or row.get("legal_basis_raw") or "")
            n_questions += 1
            found = resolver.resolve(basis)
            if any(cite.article_id for cite in found):
                n_resolved += 1
                continue
            reason = found[0].reason if found else "no article in it"
            unresolved.append({"file": path.name, "question": str(row.get("id")), "basis": basis, "reason": reason})
    return {"questions": n_questions, "resolved": n_resolved, "unresolved": unresolved}
