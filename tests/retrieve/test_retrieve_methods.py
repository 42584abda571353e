"""The paper's formulas, with the expected values spelled out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ranx import Run as RanxRun
from ranx import fuse as ranx_fuse

from przepis.index.engine import Ranked
from przepis.library import Library
from przepis.pipelines.loader import load_pipeline, parse_pipeline, pipeline_names
from przepis.pipelines.run import run_pipeline
from przepis.records import Question
from przepis.retrieve.cascade import CascadeStep, best_question_share
from przepis.retrieve.fuse_rrf import fuse_rrf
from przepis.retrieve.rescore import RescoreStep
from przepis.retrieve.step import State
from przepis.settings import load_settings


@pytest.fixture(scope="module")
def library(sample_home: Path) -> Library:
    return Library(settings=load_settings(sample_home, pipeline="lexical"))


def ranked(rows: list[int], scores: list[float] | None = None) -> Ranked:
    return Ranked(np.array(rows), np.array(scores or [1.0] * len(rows)))


class TestFusion:
    def test_weights_and_ranks(self) -> None:
        scores = fuse_rrf([ranked([4, 2]), ranked([2])], [1.0, 0.7], 5)
        assert scores[4] == pytest.approx(1.0 / (20 + 1))
        assert scores[2] == pytest.approx(1.0 / (20 + 2) + 0.7 / (20 + 1))
        assert scores[0] == 0

    def test_first_in_all_three_lists_is_the_papers_ceiling(self) -> None:
        scores = fuse_rrf([ranked([0])] * 3, [1.0, 0.7, 1.0], 1)
        assert scores[0] == pytest.approx(2.7 / 21)

    @pytest.mark.filterwarnings("ignore:unsafe cast")  # of the peer's own compiled code
    @settings(max_examples=25, deadline=None)
    @given(st.lists(st.permutations(list(range(6))), min_size=1, max_size=3))
    def test_agrees_with_ranx(self, lists: list[list[int]]) -> None:
        runs = [RanxRun({"q": {str(row): 10.0 - i for i, row in enumerate(rows)}}) for rows in lists]
        theirs = ranx_fuse(runs, method="rrf", params={"k": 20}).to_dict()["q"] if len(runs) > 1 else None
        ours = fuse_rrf([ranked(rows) for rows in lists], [1.0] * len(lists), 6, 20)
        if theirs:
            for row, score in theirs.items():
                assert ours[int(row)] == pytest.approx(score, rel=1e-5)


def annotated_row(library: Library) -> int:
    return int(np.flatnonzero(library.index.columns["annotated"])[0])


class TestRescore:
    """s(a) = s_RRF + 0.35 [scope] + 0.04 [theme] + 0.02 min(3, concepts) - 0.15 [repealed] + 1.0 [cited]."""

    def rescored(self, library: Library, text: str, row: int, score: float, **settings: float) -> float:
        state = State(Question("q", text), library.tools(), ranked=ranked([row], [score]))
        RescoreStep(**settings).run(state)  # type: ignore[arg-type]
        return float(state.ranked.scores[0])

    def test_nothing_matches(self, library: Library) -> None:
        assert self.rescored(library, "xyzzy", annotated_row(library), 0.1) == pytest.approx(0.1)

    def test_theme_and_concepts(self, library: Library) -> None:
        row = annotated_row(library)
        surrogate = library.surrogate(library.index.article_ids[row])
        assert surrogate is not None
        terms = np.unique(library.index.terms("theme", surrogate.theme))
        in_concepts = library.index.field("concepts").overlaps(terms)[row]
        expected = 0.1 + 0.04 + 0.02 * min(3, int(in_concepts))
        assert self.rescored(library, surrogate.theme, row, 0.1, act=0.0) == pytest.approx(expected)

    def test_concepts_are_capped_at_three(self, library: Library) -> None:
        row = annotated_row(library)
        surrogate = library.surrogate(library.index.article_ids[row])
        assert surrogate is not None
        text = " ".join(surrogate.concepts)
        gained = self.rescored(library, text, row, 0.0, act=0.0, theme=0.0)
        assert gained == pytest.approx(0.02 * 3)

    def test_a_repealed_article_in_scope_floors_below_the_ceiling_out_of_scope(self, library: Library) -> None:
        index = library.index
        row = int(np.flatnonzero(index.columns["repealed"])[0])
        title = library.store.act(index.article_ids[row].partition("#")[0]).title
        text = f"Zgodnie z ustawą {title}, xyzzy:" if title.startswith("o ") else f"Zgodnie z {title}, xyzzy:"
        assert self.rescored(library, text, row, 0.008) == pytest.approx(0.008 + 0.35 - 0.15, abs=1e-6)

    def test_a_cited_article_is_pinned(self, library: Library) -> None:
        row = annotated_row(library)
        article_id = library.index.article_ids[row]
        act = library.store.act(article_id.partition("#")[0])
        assert act.date is not None
        label = article_id.partition("#")[2]
        day = f"{act.date.day} {_MONTHS[act.date.month - 1]} {act.date.year} r."
        text = f"art. {label} ustawy z dnia {day} {act.title}"
        found = self.rescored(library, text, row, 0.0, act=0.0, theme=0.0, concept=0.0)
        assert found == pytest.approx(1.0)


_MONTHS = "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia".split()


class TestCascade:
    def test_the_article_stage_is_its_equation(self, library: Library) -> None:
        """The vectorised score of one article equals the equation computed word by word."""
        index = library.index
        row = annotated_row(library)
        surrogate = library.surrogate(index.article_ids[row])
        assert surrogate is not None
        text = surrogate.lay[0]
        state = State(Question("q", text), library.tools())
        CascadeStep(acts=1000).run(state)
        place = state.ranked.rows.tolist().index(row)

        def terms(words: str) -> set[int]:
            return set(index.terms("theme", words).tolist())

        asked = terms(text)
        h_theme = len(asked & terms(surrogate.theme))
        h_concepts = len(asked & set().union(*(terms(c) for c in surrogate.concepts)))
        r_summary = len(asked & terms(surrogate.summary)) / len(asked)
        r_questions = max(len(asked & terms(q)) for q in surrogate.questions) / len(asked)
        expected = 3 * h_theme + 2 * h_concepts + 20 * r_questions + 2 * r_summary
        assert state.ranked.scores[place] == pytest.approx(expected, rel=1e-5)
        assert r_questions == 1.0  # the question is one of its own

    def test_no_covers_leaves_the_term_out(self, library: Library) -> None:
        row = annotated_row(library)
        surrogate = library.surrogate(library.index.article_ids[row])
        assert surrogate is not None
        scores = []
        for covers in (20.0, 0.0):
            state = State(Question("q", surrogate.lay[0]), library.tools())
            CascadeStep(acts=1000, covers=covers).run(state)
            scores.append(
                dict(zip(state.ranked.rows.tolist(), state.ranked.scores.tolist(), strict=True)).get(row, 0.0)
            )
        assert scores[0] - scores[1] == pytest.approx(20.0, rel=1e-5)

    def test_only_the_best_acts_stay(self, library: Library) -> None:
        state = State(Question("q", "kaucja za wynajem łodzi"), library.tools())
        CascadeStep(acts=1).run(state)
        acts = {library.index.article_ids[r].partition("#")[0] for r in state.ranked.rows.tolist()}
        assert len(acts) == 1

    def test_a_question_of_its_own_is_fully_covered(self, library: Library) -> None:
        row = annotated_row(library)
        surrogate = library.surrogate(library.index.article_ids[row])
        assert surrogate is not None
        assert best_question_share(library.index, surrogate.lay[0])[row] == pytest.approx(1.0)


class TestControls:
    def run(self, library: Library, name: str, question_id: str = "q1") -> list[str]:
        gold = library.index.article_ids[7]
        library.tools().labels["q1"] = (gold,)
        done = run_pipeline(load_pipeline(name), Question(question_id, "x"), library.tools())
        return [h.article_id for h in done.hits]

    def test_oracle_is_the_answer_alone(self, library: Library) -> None:
        assert self.run(library, "oracle") == [library.index.article_ids[7]]

    def test_oracle_doc_stays_in_the_act(self, library: Library) -> None:
        act = library.index.article_ids[7].partition("#")[0]
        found = self.run(library, "oracle-doc")
        assert found
        assert {f.partition("#")[0] for f in found} == {act}

    def test_closed_book_finds_nothing_and_random_repeats_itself(self, library: Library) -> None:
        assert self.run(library, "closed-book") == []
        assert self.run(library, "random") == self.run(library, "random")
        assert self.run(library, "random") != self.run(library, "random", "q2")


class TestPipelineFiles:
    def test_the_papers_seventeen_and_four_are_there(self) -> None:
        paper = [n for n in pipeline_names() if load_pipeline(n).group == "paper"]
        assert len(paper) == 21

    @pytest.mark.parametrize(
        ("name", "calls"),
        [
            ("ascr", 2),
            ("ascr-h", 2),
            ("no-rerank", 1),
            ("no-analysis", 1),
            ("bm25-expanded", 1),
            ("dtf", 0),
            ("rrf", 0),
        ],
    )
    def test_model_calls_before_generation(self, name: str, calls: int) -> None:
        assert load_pipeline(name).n_model_calls == calls

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("about = 'x'", "step"),
            ("about = 'x'\n[[step]]\nuse = 'magic'", "magic"),
            ("about = 'x'\n[[step]]\nuse = 'bm25'\nfeild = 'text'", "feild"),
            ("about = 'x'\n[[step]]\nuse = 'fuse_rrf'\nlists = {a = 1.0}", "earlier steps save"),
            ("about = ", "not TOML"),
        ],
    )
    def test_a_wrong_file_is_explained(self, text: str, words: str) -> None:
        from przepis.errors import PipelineError

        with pytest.raises(PipelineError, match=words):
            parse_pipeline("x", text, "file")

    def test_a_missing_model_is_said_before_anything_runs(self, library: Library) -> None:
        from przepis.errors import PipelineError

        with pytest.raises(PipelineError, match="a language model"):
            library.pipeline("ascr-h")

    def test_unknown_names_list_the_known(self) -> None:
        from przepis.errors import PipelineError

        with pytest.raises(PipelineError, match="bm25-raw"):
            load_pipeline("nonsense")


class TestSearch:
    def test_a_citation_is_a_direct_hit(self, library: Library) -> None:
        article_id = library.index.article_ids[0]
        assert [h.article_id for h in library.search(article_id.replace("#", "#"), k=3)] != []
        act = library.store.act("DU/2091/101")
        hits = library.search(f"art. 1 ustawy {act.title}" if act.title.startswith("o ") else f"art. 1 {act.title}")
        assert [h.article_id for h in hits] == ["DU/2091/101#1"]
        assert hits[0].confidence == 1.0

    @pytest.mark.parametrize("text", ["", "   \n", "x" * 100_000])
    def test_a_query_that_cannot_be_one(self, library: Library, text: str) -> None:
        from przepis.errors import InputError

        with pytest.raises(InputError, match="query"):
            library.search(text)

    def test_an_unknown_act_suggests(self, library: Library) -> None:
        from przepis.errors import CitationError

        with pytest.raises(CitationError, match="no act"):
            library.search("kaucja", act="ustawa o lataniu na miotłach")

    def test_runs_repeat_exactly(self, library: Library) -> None:
        runs = [[(h.article_id, h.score) for h in library.search("zwrot kaucji za łódź", k=20)] for _ in range(3)]
        assert runs[0] == runs[1] == runs[2]

    def test_the_best_unit_is_marked(self, library: Library) -> None:
        hits = library.search("w jakim terminie zwraca się kaucję", k=5)
        assert any(h.unit is not None for h in hits)
        dishwasher = library.search("wymiana sprzętu, gdy ta sama usterka wystąpiła po raz trzeci", k=1)[0]
        assert (dishwasher.article_id, dishwasher.unit and dishwasher.unit.path) == ("DU/2094/66#8", ("pass:3",))
