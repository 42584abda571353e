"""Reader of the hand-written seed: one object a line, keyed by publication file and label
("DU-2023-1465#22^1").

It differs from our records in three ways: the key names the publication and not the act; ``practitioner``
and ``keywords`` are single strings; ``partial`` marks articles whose writer saw only their beginning.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from przepis.artifact import read_jsonl
from przepis.errors import CitationError, InputError
from przepis.records import Act, Article, Surrogate, Version, surrogate_from_json
from przepis.surrogates.corpus import AnnotatedCorpus
from przepis.surrogates.validate import problems

ANNOTATOR = "seed"
PROMPT_VERSION = "seed-1"
PARTIAL = "seed-1-partial"


class DatedCorpus(AnnotatedCorpus, Protocol):
    def acts(self) -> list[Act]: ...

    def versions(self, act_id: str) -> list[Version]: ...

    def article(self, article_id: str, on: dt.date | None = None) -> Article: ...


@dataclass(slots=True)
class SeedReport:
    n_imported: int = 0
    n_partial: int = 0
    n_stale: int = 0  # the act's newest text words the article otherwise
    missing: list[str] = field(default_factory=list)  # keys whose act or article the corpus does not have
    notes: list[tuple[str, str]] = field(default_factory=list)  # kept, though a model's would be sent back


def is_seed(path: Path) -> bool:
    """Told from other surrogate files by its key."""
    first: Any = next(iter(read_jsonl(path)), None)
    return isinstance(first, dict) and "key" in first and "article_id" not in first


def import_seed(corpus: DatedCorpus, path: Path) -> SeedReport:
    """Every annotation whose article the corpus has, bound to the wording it was written for.

    People wrote these, and read them: where one breaks a rule made for models (some repeat eight words of a short
    article) it is noted and kept.
    """
    report = SeedReport()
    versions = {v.version_id: v for act in corpus.acts() for v in corpus.versions(act.act_id)}
    kept: list[Surrogate] = []
    for line in read_jsonl(path):
        publication, _, label = _text(line, "key", path).partition("#")
        version = versions.get(publication.replace("-", "/"))
        article = _article(corpus, version, label)
        if article is None:
            report.missing.append(line["key"])
            continue
        surrogate = _surrogate(line, article, path)
        if wrong := problems(surrogate, article.text):
            report.notes.append((article.article_id, "; ".join(wrong[:3])))
        report.n_partial += bool(line.get("partial"))
        report.n_stale += article.valid_to is not None
        kept.append(surrogate)
    report.n_imported = corpus.put_surrogates(kept)
    return report


def _article(corpus: DatedCorpus, version: Version | None, label: str) -> Article | None:
    if version is None:
        return None
    try:
        return corpus.article(f"{version.act_id}#{label}", version.as_of)
    except CitationError:
        return None


def _surrogate(line: dict[str, Any], article: Article, path: Path) -> Surrogate:
    said = {name: _text(line, name, path) for name in ("summary", "theme", "practitioner", "keywords")}
    data = {
        **line,
        **said,
        "practitioner": [said["practitioner"]],
        "keywords": [said["keywords"]],
        "annotator": ANNOTATOR,
        "prompt_version": PARTIAL if line.get("partial") else PROMPT_VERSION,
    }
    return surrogate_from_json(article.article_id, article.text_hash, data, whole=True)


def _text(line: Any, name: str, path: Path) -> str:
    value = line.get(name) if isinstance(line, dict) else None
    if not isinstance(value, str) or not value:
        raise InputError(f"{path}: a line has no {name}; it needs key, summary, theme, concepts, lay")
    return value
