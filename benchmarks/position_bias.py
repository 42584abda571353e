"""Does a listwise reranker prefer places in the list over what stands there? Shuffle the candidates and see.

python -m benchmarks.position_bias --home HOME --questions sample --most 20

An unbiased reranker picks the same articles whatever their order, and the places it picks from are spread evenly: their
mean is (n + 1) / 2. Needs a language model (docs/llm.md); every shuffle of every question is a call.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from benchmarks.table import print_table
from przepis.evaluate.questions.sets import read_questions
from przepis.library import Library
from przepis.llm.client import Client
from przepis.records import Hit
from przepis.rerank.llm_listwise import N_IN, N_OUT, Candidate, candidate, rerank_listwise
from przepis.settings import load_settings


@dataclass(frozen=True, slots=True)
class PositionBias:
    n_shuffles: int
    n_candidates: int
    top1_agreement: float  # share of pairs of shuffles with the same first article
    overlap: float  # mean Jaccard of the picked sets over pairs of shuffles
    mean_place: float  # of the picked, in the list as shown, from 1
    expected_place: float  # (n + 1) / 2
    first_quarter: float  # share of picks from the first quarter of the list; 0.25 expected


def position_bias(
    question: str,
    hits: Sequence[Hit],
    show: Callable[[str], Candidate],
    client: Client,
    *,
    n_shuffles: int = 5,
    n_in: int = N_IN,
    n_out: int = N_OUT,
    seed: int = 1,
) -> PositionBias:
    """``n_shuffles`` calls; the same seed gives the same shuffles, and so cached answers."""
    rng = random.Random(seed)
    head = list(hits[:n_in])
    picked: list[list[str]] = []
    places: list[int] = []
    for _ in range(n_shuffles):
        order = rng.sample(head, len(head))
        shown_at = {hit.article_id: place for place, hit in enumerate(order, start=1)}
        done = rerank_listwise(question, order, show, client, n_in=n_in, n_out=n_out)
        top = [h.article_id for h in done.hits if "llm_rank" in h.signals]
        picked.append(top)
        places += [shown_at[a] for a in top]
    return _measure(picked, places, len(head))


def _measure(picked: list[list[str]], places: list[int], n: int) -> PositionBias:
    pairs = list(combinations(picked, 2))
    same = [float(bool(a) and bool(b) and a[0] == b[0]) for a, b in pairs]
    jaccard = [len(set(a) & set(b)) / len(set(a) | set(b)) for a, b in pairs if a or b]
    return PositionBias(
        n_shuffles=len(picked),
        n_candidates=n,
        top1_agreement=_mean(same),
        overlap=_mean(jaccard),
        mean_place=_mean([float(p) for p in places]),
        expected_place=(n + 1) / 2,
        first_quarter=_mean([float(p <= n / 4) for p in places]),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _measured(library: Library, questions: str, most: int, n_shuffles: int) -> list[PositionBias]:
    def show(article_id: str) -> Candidate:
        article = library.store.article(article_id)
        return candidate(article, library.store.act(article.act_id), library.surrogate(article_id))

    found = []
    for question in read_questions(questions, library.store).questions[:most]:
        hits = library.run(question.text, options=question.options, k=N_IN, units=0).hits
        if len(hits) > N_OUT:
            found.append(position_bias(question.text, hits, show, library.client, n_shuffles=n_shuffles))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--questions", required=True, help="a file that `przepis bench run` takes, or `sample`")
    parser.add_argument("--most", type=int, default=20)
    parser.add_argument("--shuffles", type=int, default=5)
    options = parser.parse_args()
    with Library(settings=load_settings(options.home)) as library:
        found = _measured(library, options.questions, options.most, options.shuffles)
    print_table(
        ("questions", "same first", "same eight (Jaccard)", "mean place", "expected", "from the first quarter"),
        [
            (
                len(found),
                _mean([f.top1_agreement for f in found]),
                _mean([f.overlap for f in found]),
                _mean([f.mean_place for f in found]),
                _mean([f.expected_place for f in found]),
                _mean([f.first_quarter for f in found]),
            )
        ],
    )


if __name__ == "__main__":
    main()
