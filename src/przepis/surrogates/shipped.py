"""The annotations that come with the package: one compressed JSONL for the acts of a year, keyed by article."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

from przepis.artifact import atomic_write_bytes, packed_jsonl, read_jsonl
from przepis.corpus.store import Store
from przepis.records import WRITTEN_FIELDS, Surrogate, surrogate_from_json, to_json

_SUFFIX = ".jsonl.zst"
_FIELDS = (*WRITTEN_FIELDS, "more", "grade", "annotator", "prompt_version", "written")


def shipped_folder() -> Path:
    return Path(str(resources.files("przepis.surrogates").joinpath("shipped")))


def read_shipped(folder: Path | None = None) -> Iterator[Surrogate]:
    for path in sorted((folder or shipped_folder()).glob(f"*{_SUFFIX}")):
        for data in read_jsonl(path):
            yield surrogate_from_json(data["article_id"], data["text_hash"], data)


def import_shipped(store: Store, folder: Path | None = None) -> tuple[int, int]:
    """(articles annotated, surrogates left out because the corpus lacks the article).

    A surrogate written by the user's own model for the present wording is not replaced by ours.
    """
    ours = ("claude", "extractive")
    own = {s.article_id for s in store.surrogates() if not s.stale and not s.annotator.startswith(ours)}
    known = set(store.article_ids())
    fitting, missing = [], 0
    for surrogate in read_shipped(folder):
        if surrogate.article_id not in known:
            missing += 1
        elif surrogate.article_id not in own:
            fitting.append(surrogate)
    if fitting:
        store.put_surrogates(fitting)
    return len(fitting), missing


def write_shipped(store: Store, folder: Path, annotators: tuple[str, ...] = ("claude",)) -> dict[str, int]:
    """Pack the store's surrogates, the acts of a year a file; returns how many each file has.

    An act a file would be larger by a quarter: most regulations have few provisions, and nothing before to be like.
    """
    by_year: dict[str, list[dict[str, Any]]] = {}
    for surrogate in store.surrogates():
        if not surrogate.annotator.startswith(annotators):
            continue
        journal, year, _ = surrogate.article_id.split("/", 2)
        row = {"article_id": surrogate.article_id, "text_hash": surrogate.text_hash}
        row |= {k: v for k, v in to_json(surrogate).items() if k in _FIELDS and v}
        by_year.setdefault(f"{journal}-{year}", []).append(row)
    for name, rows in by_year.items():
        atomic_write_bytes(folder / f"{name}{_SUFFIX}", packed_jsonl(rows))
    return {name: len(rows) for name, rows in sorted(by_year.items())}
