"""Imports of many acts: parsed in parallel, stored one transaction an act, resumed where they stopped."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from przepis.corpus.ingest import ingest
from przepis.corpus.prepare import PreparedAct, prepare
from przepis.corpus.store import Store
from przepis.corpus.stored_units import renew
from przepis.corpus.validity.settle import settle_validity
from przepis.errors import SourceError
from przepis.sources.legalize import Document, read_documents
from przepis.sources.markdown import parse_markdown

Progress = Callable[[int, str], None]
"""Called after each document with how many are done and the name of the last."""

_AHEAD = 64  # documents in flight: enough to keep the workers busy, few enough to bound memory

PARSER_VERSION = 9  # raised whenever documents are read otherwise than before


@dataclass(slots=True)
class ImportReport:
    n_read: int = 0
    n_stored: int = 0
    n_unchanged: int = 0
    n_other_kind: int = 0  # left out because only some kinds were asked for
    failed: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def import_markdown(
    store: Store,
    path: Path,
    *,
    kinds: frozenset[str] | None = None,
    chosen: Mapping[str, str] | None = None,
    workers: int = 2,
    progress: Progress | None = None,
) -> ImportReport:
    """A folder or archive of Markdown acts. A document that is not an act is named in the report, not fatal,

    unless it is the only one. Documents whose bytes were imported before are skipped without parsing. ``chosen``: only
    the documents of these names, each with the ELI of its base act where that is known.
    """
    report = ImportReport()
    seen = _seen_documents(store)
    for document, digest, act in _parsed(_documents(path, chosen), seen, workers, report):
        report.n_read += 1
        if isinstance(act, SourceError):
            report.failed.append(str(act))
        elif act is None:
            report.n_unchanged += 1
        elif kinds is not None and act.parsed.kind not in kinds:
            report.n_other_kind += 1
        else:
            if ingest(store, act):
                report.n_stored += 1
            else:
                report.n_unchanged += 1
            report.warnings.extend(f"{document}: {w}" for w in act.parsed.warnings)
            store.set_meta(f"document:{document}", digest)
        if progress is not None:
            progress(report.n_read, document)
    if report.n_read and len(report.failed) == report.n_read:
        raise SourceError(report.failed[0])
    renew(store)
    settle_validity(store)
    return report


def _documents(path: Path, chosen: Mapping[str, str] | None) -> Iterator[Document]:
    for document in read_documents(path, chosen):
        base_eli = chosen.get(document.name, "") if chosen else ""
        yield dataclasses.replace(document, base_eli=base_eli) if base_eli else document


def _seen_documents(store: Store) -> dict[str, str]:
    rows = store.db.execute("SELECT key, value FROM meta WHERE key LIKE 'document:%'")
    return {key[len("document:") :]: value for key, value in rows}


def _parsed(
    documents: Iterable[Document], seen: dict[str, str], workers: int, report: ImportReport
) -> Iterator[tuple[str, str, PreparedAct | SourceError | None]]:
    """Documents in their order, each parsed (in other processes), refused, or None where nothing changed."""
    if workers <= 1:
        for document in documents:
            digest = _digest(document)
            yield document.name, digest, None if seen.get(document.name) == digest else _parse(document)
        return
    with ProcessPoolExecutor(workers) as pool:
        waiting: list[tuple[str, str, Future[PreparedAct | SourceError] | None]] = []
        for document in documents:
            digest = _digest(document)
            same = seen.get(document.name) == digest
            waiting.append((document.name, digest, None if same else pool.submit(_parse, document)))
            if len(waiting) >= _AHEAD:
                name, stamp, future = waiting.pop(0)
                yield name, stamp, future.result() if future else None
        for name, stamp, future in waiting:
            yield name, stamp, future.result() if future else None


def _digest(document: Document) -> str:
    """Of the document and of how it is read: after a change of the parser every document is read again."""
    return hashlib.sha256(f"{PARSER_VERSION} ".encode() + document.data).hexdigest()


def _parse(document: Document) -> PreparedAct | SourceError:
    try:
        parsed = parse_markdown(document.text(), document.name)
        if document.base_eli and not parsed.base_eli:
            parsed = dataclasses.replace(parsed, base_eli=document.base_eli)
        return prepare(parsed)
    except SourceError as error:
        return error
