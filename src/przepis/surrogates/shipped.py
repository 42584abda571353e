"""The annotations that come with the package: one compressed JSONL an act, keyed by label and text hash."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

from przepis.artifact import atomic_write_bytes, packed_jsonl, read_jsonl
from przepis.corpus.store import Store
from przepis.records import WRITTEN_FIELDS, Surrogate, surrogate_from_json, to_json

_SUFFIX = ".jsonl.zst"
_FIELDS = (*WRITTEN_FIELDS, "grade", "annotator", "prompt_version", "written")


def shipped_folder() -> Path:
    return Path(str(resources.files("przepis.surrogates").joinpath("shipped")))


def read_shipped(folder: Path | None = None) -> Iterator[Surrogate]:
    for path in sorted((folder or shipped_folder()).glob(f"*{_SUFFIX}")):
        act_id = path.name[: -len(_SUFFIX)].replace("-", "/")
        for data in read_jsonl(path):
            yield surrogate_from_json(f"{act_id}#{data['label']}", data["text_hash"], data)


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
    """Pack the store's surrogates, an act a file; returns how many each act has."""
    by_act: dict[str, list[dict[str, Any]]] = {}
    for surrogate in store.surrogates():
        if not surrogate.annotator.startswith(annotators):
            continue
        act_id, _, label = surrogate.article_id.partition("#")
        row = {"label": label, "text_hash": surrogate.text_hash}
        row |= {k: v for k, v in to_json(surrogate).items() if k in _FIELDS and v}
        by_act.setdefault(act_id, []).append(row)
    for act_id, rows in by_act.items():
        atomic_write_bytes(folder / f"{act_id.replace('/', '-')}{_SUFFIX}", packed_jsonl(rows))
    return {act: len(rows) for act, rows in sorted(by_act.items())}
