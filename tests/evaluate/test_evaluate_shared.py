"""The real benchmark, read in place: what resolves, what the audit finds, how released answers score."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from przepis.corpus.ingest import ingest
from przepis.corpus.store import Store
from przepis.evaluate.questions import audit
from przepis.evaluate.questions.audit import audit_labels
from przepis.evaluate.questions.labels import LabelMaker, asked_words
from przepis.evaluate.questions.near_duplicates import near_duplicates, read_training
from przepis.evaluate.questions.sets import QuestionSet, read_questions
from przepis.evaluate.runs.citation_scoring import score_citation
from przepis.law.base_acts import base_acts
from przepis.law.citations import CitationResolver
from przepis.law.names import ActNames
from przepis.records import Act
from przepis.sources.legalize import read_documents
from przepis.sources.markdown import parse_markdown

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def real_store(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The acts that the benchmark names, out of the archive: a tenth of the corpus, so that the test stays short."""
    with Store(tmp_path_factory.mktemp("real-home"), create=True) as store:
        wanted = named_titles(shared, store)
        for document in read_documents(shared / "data" / "statutes-current.tar.zst"):
            head = document.data[:600].decode("utf-8", errors="replace").lower()
            if any(title in head for title in wanted):
                ingest(store, parse_markdown(document.text(), document.name))
        yield store


def named_titles(shared: Path, store: Store) -> set[str]:
    names = ActNames([Act(act.act_id, act.title, date=act.date) for act in base_acts()])
    resolver = CitationResolver(names, lambda act_id: [])
    questions = read_questions(str(shared / "data/exams/benchmark"), store).questions
    ours = {cite.act_id or "" for q in questions for cite in resolver.resolve(str(q.meta["legal_basis"]))}
    theirs = {each.partition("#")[0] for q in questions for each in str(q.meta["released"]).split(";")}
    return {names.title(act).lower() for act in ours | theirs} - {""} | {"konstytucja rzeczypospolitej"}


@pytest.fixture(scope="module")
def benchmark(shared: Path, real_store: Store) -> QuestionSet:
    return read_questions(str(shared / "data/exams/benchmark"), real_store)


def test_every_basis_but_the_treaties_resolves(benchmark: QuestionSet) -> None:
    assert len(benchmark.questions) == 300
    assert len(benchmark.labels["released"].articles) == 264
    assert len(benchmark.labels["corrected"].articles) == 289
    assert benchmark.reasons() == {"treaty, not in the corpus": 11}


def test_what_the_audit_finds(benchmark: QuestionSet, real_store: Store) -> None:
    found = audit_labels(benchmark, LabelMaker(real_store))
    assert (found.n_questions, found.n_subset) == (300, 264)
    scored = found.by_reason(in_subset=True)
    assert scored[audit.SUPERSCRIPT] == 10
    assert scored[audit.TREATY] == 8
    assert scored[audit.FLATTENED] == 6
    assert scored[audit.MISREAD] == 3
    assert scored[audit.EXTRA] == 2
    assert scored[audit.LETTER] == 1
    assert scored[audit.WRONG_ACT] + scored[audit.OTHER_ACT] + scored[audit.ACT_AND_SUPERSCRIPT] == 18
    assert len(found.wrong_in_subset()) == 10 + 8 + 3 + 2 + 1 + 18
    assert all(d.verdict == "confirmed" for d in found.wrong_in_subset())


@pytest.mark.parametrize(
    ("question_id", "article_id"),
    [
        ("adw-rad-2024-045", "DU/1964/93#758^1"),
        ("adw-rad-2024-145", "DU/1982/145#8"),
        ("adw-rad-2025-029", "DU/1964/93#75^1"),  # "751 § 1": article 751 has no paragraphs
        ("adw-rad-2025-070", "DU/1964/296#183^15"),
        ("adw-rad-2025-102", "DU/1974/141#23^1"),
    ],
)
def test_some_corrections(question_id: str, article_id: str, benchmark: QuestionSet) -> None:
    assert benchmark.labels["corrected"].articles[question_id] == (article_id,)


def test_near_duplicates_of_the_training_years(benchmark: QuestionSet, shared: Path) -> None:
    training = read_training(shared / "data/exams/past")
    assert {int(q.meta["year"]) for q in training} == set(range(2012, 2023))
    assert len(near_duplicates(benchmark.questions, training)) == 90
    older = [q for path in sorted((shared / "data/exams").glob("lqad-pl-*.json")) for q in read_training(path)]
    assert len(older) == 2916
    assert len(near_duplicates(benchmark.questions, [*training, *older])) == 150


def test_released_closed_book_answers(benchmark: QuestionSet, real_store: Store, shared: Path) -> None:
    """The authors' scorer rejects letters, superscripts and many abbreviations; ours must not."""
    maker = LabelMaker(real_store)
    rows = []
    for year in (2024, 2025):
        with (shared / f"data/exams/benchmark/released-labels-{year}.tsv").open(encoding="utf-8") as stream:
            rows += list(csv.DictReader(stream, delimiter="\t"))
    theirs = ours = rescued = lost = 0
    changed = {d.question_id for d in audit_labels(benchmark, maker).differences}
    for question, row in zip(benchmark.questions, rows, strict=True):
        basis = maker.from_basis(str(question.meta["legal_basis"]), asked_words(question))
        right = score_citation(row["predicted_basis"], basis.keys, basis.units, maker.resolver).article_right
        theirs += row["basis_correct"] == "true"
        ours += right
        rescued += right and row["basis_correct"] != "true"
        lost += not right and row["basis_correct"] == "true" and question.question_id not in changed
    assert theirs == 141  # the paper's floor: 47.0 % of 300
    assert ours >= 195
    assert rescued >= 60
    assert lost <= 4
