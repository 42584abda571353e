"""All acts that are divided into §: their articles' texts, what is said of their §, and the numbers that follow."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from benchmarks.numbering.chain import label_chain
from benchmarks.numbering.evidence import Evidence, cited_elsewhere, gather
from benchmarks.numbering.texts import Text, texts_of
from przepis.corpus.amend.applying import archive_of
from przepis.corpus.numbering import Told
from przepis.corpus.store import Store
from przepis.corpus.units import NO_PARAGRAPH, Number

Status = Literal["known", "counted", "not known"]


@dataclass(slots=True)
class Labelled:
    article_id: str
    texts: list[Text]
    evidence: Evidence
    told: list[Told]
    current: bool  # the last of the texts is in the act's newest


def label_acts(store: Store) -> list[Labelled]:
    rows = store.db.execute(
        "SELECT act_id FROM acts WHERE unit_style = 'para' AND kind != 'regulation' ORDER BY act_id"
    )
    archive = archive_of(store)
    found: list[Labelled] = []
    for (act_id,) in rows.fetchall():
        said = gather(archive.changes(list(archive.instructions(act_id))))
        cited = cited_elsewhere(store, act_id)
        newest = store.version_on(act_id, None).as_of
        for label, texts in texts_of(store, act_id).items():
            evidence = said.get(label, Evidence())
            evidence.cited = cited.get(label, Counter())
            told = label_chain(texts, evidence)
            found.append(Labelled(f"{act_id}#{label}", texts, evidence, told, texts[-1].as_of == newest))
    return found


def status(number: Number) -> Status:
    if not number.label:
        return "not known"
    return "known" if number.known or number.label == NO_PARAGRAPH else "counted"
