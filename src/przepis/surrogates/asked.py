"""The bank of questions that people ask most, each with the article that governs it; ours, shipped with the package.

Surrogates are written article by article, whether ten thousand people need one or nobody does. The bank is written the
other way round, from the situations of life: it gives the index the words of demand, and the ranker the demand itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from przepis.artifact import packed_jsonl, read_jsonl
from przepis.corpus.store import Store
from przepis.records import AskedQuestion

FILE_NAME = "asked.jsonl.zst"


def read_asked(path: Path | None = None) -> Iterator[AskedQuestion]:
    """The shipped bank, or another of the same form: one question per line, keyed by article_id."""
    for data in read_jsonl(path or Path(str(resources.files("przepis.surrogates").joinpath(FILE_NAME)))):
        yield AskedQuestion(data["text"], data["article_id"], data.get("register", "lay"), tuple(data.get("also", ())))


def pack_asked(questions: list[AskedQuestion]) -> bytes:
    """What ``read_asked`` reads."""
    rows = []
    for q in sorted(questions, key=lambda q: (q.article_id, q.text)):
        row = {"article_id": q.article_id, "text": q.text}
        if q.register != "lay":
            row["register"] = q.register
        rows.append(row | ({"also": list(q.also)} if q.also else {}))
    return packed_jsonl(rows)


def import_asked(store: Store, path: Path | None = None) -> int:
    """The questions whose article the corpus has; how many there are."""
    known = set(store.article_ids())
    return store.put_asked(q for q in read_asked(path) if q.article_id in known)
