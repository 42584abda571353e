"""The annotations that come with the package: one file, packed word by word, in the order of the acts."""

from __future__ import annotations

import json
import lzma
import zipfile
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import Any

from przepis.artifact import atomic_write_bytes
from przepis.corpus.store import Store
from przepis.errors import InputError, StoreError
from przepis.records import WRITTEN_FIELDS, Surrogate, surrogate_from_json, to_json
from przepis.surrogates.word_code import pack_lines, squeezed, unpacked_lines, zipped

FILE_NAME = "annotations.zip"
HASH_BYTES = 4  # compared with the few wordings of one article: another passes for it once in 10^9 times
_TEXTS = (*WRITTEN_FIELDS, "more", "settles")  # a line each; a file without a list of its lines lacks the last
_FACTS = ("article_id", "annotator", "prompt_version", "written", "grade")
_BETWEEN = "\t"  # the questions of a line
_SINGLE = ("summary", "theme")
_MAY_BE_EMPTY = (*_SINGLE, "settles")
_BROKEN = (OSError, KeyError, ValueError, EOFError, IndexError, zipfile.BadZipFile, lzma.LZMAError)


def shipped_folder() -> Path:
    return Path(str(resources.files("przepis.surrogates").joinpath("shipped")))


def read_shipped(folder: Path | None = None) -> Iterator[Surrogate]:
    """Every annotation; of the hash of the wording it was written for, the beginning (see ``fitted``)."""
    path = (folder or shipped_folder()) / FILE_NAME
    try:
        with zipfile.ZipFile(path) as file:
            parts = {name: file.read(name) for name in file.namelist()}
        facts = json.loads(lzma.decompress(parts["facts"]))
        names = facts.get("lines", _TEXTS[:-1])
        lines = unpacked_lines(parts)
        rows = zip(*(facts[name] for name in _FACTS), strict=True)
        for number, row in enumerate(rows):
            texts = dict(zip(names, islice(lines, len(names)), strict=True))
            data = {name: text if name in _SINGLE else _split(text) for name, text in texts.items()}
            short = parts["hashes"][number * HASH_BYTES : (number + 1) * HASH_BYTES].hex()
            yield surrogate_from_json(row[0], short, data | dict(zip(_FACTS, row, strict=True)))
    except _BROKEN as error:
        raise StoreError(f"{path} cannot be read ({error}); install the package again") from error


def fitted(store: Store, surrogates: Iterable[Surrogate]) -> Iterator[Surrogate | None]:
    """With the whole hash where the store has the wording they were written for; None where it lacks the article."""
    query = "SELECT act_id, label, text_hash FROM articles JOIN texts USING (text_id)"
    whole = {(f"{act}#{label}", found[: 2 * HASH_BYTES]): found for act, label, found in store.db.execute(query)}
    known = set(store.article_ids())
    for s in surrogates:
        fits = s.article_id in known
        yield replace(s, text_hash=whole.get((s.article_id, s.text_hash), s.text_hash)) if fits else None


def import_shipped(store: Store, folder: Path | None = None) -> tuple[int, int]:
    """(articles annotated, surrogates left out because the corpus lacks the article).

    A surrogate written by the user's own model for the present wording is not replaced by ours.
    """
    ours = ("claude", "extractive")
    own = {s.article_id for s in store.surrogates() if not s.stale and not s.annotator.startswith(ours)}
    fitting, missing = [], 0
    for surrogate in fitted(store, read_shipped(folder)):
        if surrogate is None:
            missing += 1
        elif surrogate.article_id not in own:
            fitting.append(surrogate)
    if fitting:
        store.put_surrogates(fitting)
    return len(fitting), missing


def write_shipped(store: Store, folder: Path, annotators: tuple[str, ...] = ("claude",)) -> int:
    """Pack the store's surrogates of these annotators; returns how many there are."""
    chosen = [s for s in store.surrogates() if s.annotator.startswith(annotators)]
    atomic_write_bytes(folder / FILE_NAME, packed(chosen))
    return len(chosen)


def packed(surrogates: Collection[Surrogate]) -> bytes:
    """What ``read_shipped`` reads. A file a year, as JSON, took half as much again."""
    rows = [to_json(surrogate) for surrogate in surrogates]
    facts = {name: [row[name] or "" for row in rows] for name in _FACTS} | {"lines": list(_TEXTS)}
    lines = (_joined(row, name) for row in rows for name in _TEXTS)
    hashes = b"".join(bytes.fromhex(row["text_hash"][: 2 * HASH_BYTES]) for row in rows)
    return zipped({"facts": squeezed(json.dumps(facts).encode()), "hashes": hashes, **pack_lines(lines)})


def _joined(row: dict[str, Any], name: str) -> str:
    texts = [row[name]] if name in _SINGLE else row[name]
    if any(_BETWEEN in text or "\n" in text or not (text or name in _MAY_BE_EMPTY) for text in texts):
        raise InputError(f"{row['article_id']}: {name} has a tab, a line break or an empty text; annotate it again")
    return _BETWEEN.join(texts)


def _split(text: str) -> list[str]:
    return text.split(_BETWEEN) if text else []
