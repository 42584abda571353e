"""Scores of whole runs, coverage, comparisons, repeats, cost, citations."""

from __future__ import annotations

import pytest

from przepis.errors import LabelError
from przepis.evaluate.report.compare import compare_family, compare_repeats, compare_runs
from przepis.evaluate.report.figures.cost_quality import frontier
from przepis.evaluate.runs.citation_scoring import AnswerKey, score_answers, score_citation
from przepis.evaluate.runs.cost import summarise_cost
from przepis.evaluate.runs.coverage import coverage
from przepis.evaluate.runs.files import Ranking
from przepis.evaluate.runs.scores import score_run
from przepis.evaluate.runs.strict_scoring import strictly_right
from przepis.law.citations import CitationResolver
from przepis.law.names import ActNames
from przepis.records import Act, LabelSet

LABELS = LabelSet("key", {"q1": ("A#1",), "q2": ("A#2", "B#1")}, {"q1": ("A#1/para:1",)})
RUN = {
    "q1": Ranking("q1", ("A#1", "A#2"), (), {"A#1": "para:1/point:3"}, (True, False)),
    "q2": Ranking("q2", ("C#1", "A#2", "B#1"), (), {}, (False, True, True)),
    "q3": Ranking("q3", ("C#1",), (), {}, (False,), error="down"),
}


def test_scores_over_labelled_and_over_all() -> None:
    scores = score_run(RUN, LABELS)
    assert (scores.n, scores.n_all, scores.n_failed) == (2, 3, 1)
    assert scores.mean("hit@1") == 1 / 2
    assert scores.mean_over_all("hit@1") == 1 / 3
    assert scores.mean("hit@5") == 1.0
    assert scores.mean("mrr") == (1 + 1 / 2) / 2
    assert scores.mean("recall@10") == 1.0
    assert scores.mean("doc@10") == 1.0
    assert scores.mean("unit@1") == 1.0  # only q1 has a key with a subdivision
    assert scores.count("hit@1") == 1
    assert score_run(RUN, LABELS, {"q2"}).mean("hit@1") == 0.0
    with pytest.raises(LabelError, match="empty run"):
        score_run({}, LABELS)


def test_coverage_by_hand() -> None:
    found = coverage(RUN, LABELS, {"A#2", "B#1"})
    assert found.share_all == 3 / 6
    assert found.share_not_right == 0 / 3  # A#2 of q1, C#1, C#1
    # only q2 has an annotated right article; without the unannotated C#1 it comes first
    assert found.plain.mean("hit@1") == 0.0
    assert found.matched.mean("hit@1") == 1.0
    assert found.matched.n == 1


def test_compare_runs() -> None:
    other = {**RUN, "q1": Ranking("q1", ("A#9",), (), {}, (False,))}
    found = {c.metric: c for c in compare_runs(RUN, other, LABELS)}
    assert (found["hit@1"].paired.b, found["hit@1"].paired.c) == (1, 0)  # type: ignore[union-attr]
    assert found["hit@1"].difference == 1 / 2
    assert found["mrr"].paired is None
    with pytest.raises(LabelError, match=r"same questions.*q3"):
        compare_runs(RUN, {q: r for q, r in RUN.items() if q != "q3"}, LABELS)
    with pytest.raises(LabelError, match="nothing to compare"):
        compare_runs(RUN, RUN, LabelSet("none", {}))


def test_a_family_is_corrected_together() -> None:
    questions = [f"q{i}" for i in range(30)]
    labels = LabelSet("key", dict.fromkeys(questions, ("A#1",)))
    good = score_run({q: Ranking(q, ("A#1",)) for q in questions}, labels)
    bad = score_run({q: Ranking(q, ("A#2",)) for q in questions}, labels)
    half = score_run({q: Ranking(q, ("A#1" if i % 2 else "A#2",)) for i, q in enumerate(questions)}, labels)
    rows = compare_family(good, {"half": half, "bad": bad}, "hit@1")
    assert [(row.other, row.paired.b, row.paired.c) for row in rows] == [("bad", 30, 0), ("half", 15, 0)]
    assert rows[0].p_holm == 2 * rows[0].paired.p
    assert rows[1].p_holm == rows[1].paired.p


def test_repeats() -> None:
    again = {**RUN, "q1": Ranking("q1", ("A#2", "A#1"))}
    found = compare_repeats([RUN, again], LABELS)
    assert found.hit_at_1 == (1 / 2, 0.0)
    assert found.deviation == pytest.approx((2 * 0.25**2) ** 0.5)
    assert found.same_first == 2 / 3
    assert compare_repeats([RUN, RUN], LABELS).same_list == 1.0
    with pytest.raises(LabelError, match="from two on"):
        compare_repeats([RUN], LABELS)


def test_cost() -> None:
    rows = {
        str(i): {
            "stage_ms": {"bm25": ms, "total": ms + 1},
            "n_calls": 2,
            "tokens_in": 10,
            "tokens_out": 1,
            "cost_usd": 0.01,
        }
        for i, ms in enumerate((1.0, 3.0, 5.0))
    }
    found = summarise_cost(rows)
    assert found is not None
    assert (found.p50_ms, found.stages["bm25"][0]) == (4.0, 3.0)
    assert found.p95_ms == pytest.approx(5.8)  # between 4 and 6, nine tenths of the way
    assert (found.calls_per_100, found.tokens_in_per_100) == (200.0, 1000.0)
    assert found.usd_per_100 == pytest.approx(1.0)
    assert summarise_cost({}) is None


def test_frontier() -> None:
    assert frontier({"slow": (9.0, 60.0), "fast": (1.0, 50.0), "bad": (5.0, 40.0)}) == ["fast", "slow"]


KK, PPSA = "DU/1997/553", "DU/2002/1270"
NAMES = ActNames([Act(KK, "Kodeks karny"), Act(PPSA, "Prawo o postępowaniu przed sądami administracyjnymi")])
RESOLVER = CitationResolver(NAMES, lambda act_id: {KK: ["37", "37b", "25"], PPSA: ["87"]}.get(act_id, []))


@pytest.mark.parametrize(
    ("written", "gold", "right"),
    [
        ("art. 37b k.k.", f"{KK}#37b", True),  # letter-suffixed: the authors' scorer rejects it
        ("art. 37 k.k.", f"{KK}#37b", False),
        ("art. 87 § 5 p.p.s.a.", f"{PPSA}#87", True),
        ("art. 25 k.k.w.", f"{KK}#25", False),  # another code, whose abbreviation begins alike
        ("art. 37 i art. 25 k.k.", f"{KK}#25", False),  # only the first cited article counts
        ("nie wiem", f"{KK}#25", False),
        ("", f"{KK}#25", False),
    ],
)
def test_citation_scoring(written: str, gold: str, right: bool) -> None:
    assert score_citation(written, {gold}, (), RESOLVER).article_right is right


def test_citation_of_an_act_that_the_corpus_lacks() -> None:
    (gold,) = {f"{c.act_id}#{c.cite.label}" for c in RESOLVER.resolve("art. 10 ust. 1 TUE")}
    assert score_citation("art. 10 Traktatu o Unii Europejskiej", {gold}, (), RESOLVER).article_right


def test_subdivision_level() -> None:
    units = [f"{KK}#25/para:3"]
    assert score_citation("art. 25 § 3 k.k.", {f"{KK}#25"}, units, RESOLVER).unit_right is True
    assert score_citation("art. 25 § 2 k.k.", {f"{KK}#25"}, units, RESOLVER).unit_right is False
    assert score_citation("art. 25 k.k.", {f"{KK}#25"}, units, RESOLVER).unit_right is False
    assert score_citation("art. 25 k.k.", {f"{KK}#25"}, (), RESOLVER).unit_right is None


def test_answers() -> None:
    def cited(article_id: str | None, written: str, in_context: bool) -> dict[str, object]:
        return {"article_id": article_id, "written": written, "unit": "para:3", "in_context": in_context}

    answers = {
        "q1": {"option": "A", "citations": [cited(f"{KK}#25", "art. 25 § 3", True)], "abstained": False},
        "q2": {"option": "B", "citations": [cited(None, "art. 37b k.k.", False)], "abstained": False},
        "q3": {"option": "", "citations": [], "abstained": True},
        "q4": None,
    }
    provisions = {"q1": [f"{KK}#25"], "q2": [f"{KK}#37b"], "q3": [f"{KK}#25"], "q4": [f"{KK}#25"]}
    units = {"q1": [f"{KK}#25/para:3"], "q4": [f"{KK}#25/para:1"]}
    run = {q: Ranking(q, (), answer=a, context=(f"{KK}#25",) if q == "q1" else ()) for q, a in answers.items()}
    found = score_answers(run, AnswerKey(provisions, units, dict.fromkeys(answers, "A")), RESOLVER)
    assert found.cited == {"q1": True, "q2": True, "q3": False, "q4": False}
    assert found.unit == {"q1": True, "q4": False}
    assert found.option == {"q1": True, "q2": False, "q3": False, "q4": False}
    assert found.in_context == {"q1": True, "q2": False, "q3": False, "q4": False}
    assert (found.n, found.n_cited, found.n_abstained) == (4, 2, 1)
    assert found.grounded == 1 / 2


@pytest.mark.parametrize(
    ("written", "released", "right"),
    [
        ("art. 7 k.k.", f"{KK}#7", True),
        ("art. 7 § 2 k.k. w zw. z art. 9", f"{KK}#7", True),
        ("art. 7 k.k.w.", f"{KK}#7", False),  # anchored: not inside another abbreviation
        ("art. 37b k.k.", f"{KK}#37b", False),  # the authors' scorer reads no letters
        ("art. 1831 k.p.c.", "DU/1964/296#183^1", True),  # their labels flatten superscripts
        ("art. 758¹ k.c.", "DU/1964/93#758", True),  # or lost them
        ("art. 3 ustawy o latarniach", "DU/2002/1270#3", True),  # a statute written out stands for any that is no code
        ("art. 3 p.p.s.a.", "DU/2002/1270#3", False),
        ("", f"{KK}#7", False),
    ],
)
def test_the_authors_strict_scorer(written: str, released: str, right: bool) -> None:
    assert strictly_right(written, [released]) is right
