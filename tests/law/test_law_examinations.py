"""The grammar against the real answer keys, read in place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from przepis.law.base_acts import base_acts
from przepis.law.citations import CitationResolver, rejoin_bases
from przepis.law.names import ActNames
from przepis.law.scope import ActScope, paper_scope
from przepis.records import Act

pytestmark = pytest.mark.shared
NAMES = ActNames(
    [Act(act.act_id, act.title, date=act.date) for act in base_acts()]
    + [Act("DU/1997/483", "Konstytucja Rzeczypospolitej Polskiej", kind="constitution")]
)
RESOLVER = CitationResolver(NAMES, lambda act_id: [])


def rows(folder: Path) -> list[dict[str, str]]:
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.jsonl"))]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def named_acts(basis: str) -> set[str | None]:
    return {resolved.act_id for resolved in RESOLVER.resolve(basis)}


def test_every_past_basis_names_a_known_act(shared: Path) -> None:
    bases = [row["legal_basis"] for row in rows(shared / "data/exams/past")]
    known = [basis for basis in bases if (acts := named_acts(basis)) and None not in acts]
    assert len(bases) > 2000
    assert len(known) / len(bases) >= 0.99


def test_benchmark_bases_name_a_statute_of_the_corpus(shared: Path) -> None:
    known = 0
    for year in (2024, 2025):
        path = shared / f"data/exams/benchmark/adw-rad-{year}.jsonl"
        raw = [json.loads(line)["legal_basis_raw"] for line in path.read_text(encoding="utf-8").splitlines()]
        for basis in rejoin_bases(raw):
            acts = named_acts(basis)
            known += bool(acts) and None not in acts and acts <= NAMES.in_corpus
    assert known >= 286


def test_scope_finds_the_act_of_the_examinations_to_2022(shared: Path) -> None:
    titles = {act.act_id: act.title for act in base_acts()}
    scope = ActScope(titles, NAMES)
    asked = [row for row in rows(shared / "data/exams/past") if int(row["year"]) <= 2022][::5]
    top = contained = 0
    for row in asked:
        acts = named_acts(row["legal_basis"])
        top += scope.best(row["question"]) in acts
        contained += bool(paper_scope(row["question"], titles) & acts)
    assert contained / len(asked) >= 0.99
    assert top / len(asked) >= 0.99
