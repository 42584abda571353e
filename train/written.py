"""Questions written to learn an order from, and nothing else: no index has them, and the encoder never saw them.

``written.jsonl.zst`` holds one a line, ``{kind, article_id, question, options, also}``: stories as people tell them,
long and with what does not matter, and told without any word of the law; needs of people, as they are typed; precise
questions of practitioners and keywords; questions in the manner of an examination, some with a rule before what is
asked. Each was written from the provision's text or from the need, without sight of any set of queries or examination;
near duplicates of the sets were left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from przepis.artifact import read_jsonl

FILE = Path(__file__).with_name("written.jsonl.zst")


@dataclass(frozen=True, slots=True)
class Written:
    kind: str  # "story", "told", "asked", "practitioner", "keywords", "exam", "composite"
    article_id: str
    question: str
    options: tuple[str, ...] = ()
    also: tuple[str, ...] = ()  # provisions that answer it as well


def read_written(path: Path = FILE) -> Iterator[Written]:
    for row in read_jsonl(path):
        yield Written(
            row["kind"], row["article_id"], row["question"], tuple(row.get("options", ())), tuple(row.get("also", ()))
        )
