"""What close reading gains by how many articles are read and how many tokens of each: hit@1 and processor time.

python -m benchmarks.reading_settings --home HOME --questions FILE [--questions FILE ...] [--tokens 128 --tokens 64]

Every question is ranked once; its first three are read once for each number of tokens, and ordered by every setting.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.table import print_table
from przepis.evaluate.questions.sets import read_questions
from przepis.library import Library
from przepis.records import Question
from przepis.rerank.close_reading import ReadCloselyStep
from przepis.rerank.cross_encoder import CrossEncoder, shipped_cross_encoder
from przepis.retrieve.step import State
from przepis.settings import load_settings

MOST = 3
COUNTS = (2, 3)


@dataclass(frozen=True, slots=True)
class Close:
    """The first articles of a question, how the ranker scores them, and how each reader does."""

    article_ids: list[str]
    scores: list[float]
    read: dict[int, list[float]]  # by number of tokens; empty lists where nothing is close

    def first(self, n_tokens: int, n_read: int, weight: float) -> str:
        """The first article after reading so many; 0: as ranked."""
        read = self.read[n_tokens][:n_read] if n_read else []
        if len(read) < 2:
            return self.article_ids[0] if self.article_ids else ""
        scores = [s + weight * (r - max(read)) for s, r in zip(self.scores, read, strict=False)]
        scores += self.scores[len(read) :]
        return self.article_ids[max(range(len(scores)), key=lambda i: scores[i])]


class Trial:
    """Ranks with the default pipeline and reads as `przepis-reading` does."""

    def __init__(self, library: Library, tokens: Sequence[int]) -> None:
        *self._before, last = library.pipeline("przepis-reading").steps
        assert isinstance(last, ReadCloselyStep)
        self.step, self._tools, self._tokens = last, library.tools(), tokens
        self._reader: CrossEncoder = shipped_cross_encoder()
        self.spent = dict.fromkeys(tokens, 0.0)
        self.n_read = 0

    def close(self, question: Question) -> Close:
        state = State(question, self._tools)
        for step in self._before:
            step.run(state)
        rows, scores = state.ranked.rows[:MOST].tolist(), state.ranked.scores[:MOST].tolist()
        near = [row for row, score in zip(rows, scores, strict=True) if score > scores[0] - self.step.margin]
        read: dict[int, list[float]] = {n: [] for n in self._tokens}
        if len(near) > 1:
            articles = [self.step._article(state, row) for row in near]
            self.n_read += len(near)
            for n_tokens in self._tokens:
                self._reader._limits[-1] = n_tokens
                began = time.thread_time()
                read[n_tokens] = [self._reader.score(state.text("full"), *article) for article in articles]
                self.spent[n_tokens] += time.thread_time() - began
        return Close([self._tools.index.article_ids[row] for row in rows], scores, read)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--questions", type=Path, action="append", required=True)
    parser.add_argument("--tokens", type=int, action="append", help="of an article's wording (default: 128 and 64)")
    parser.add_argument("--most", type=int, default=10_000, help="questions of each set")
    options = parser.parse_args()
    tokens = options.tokens or [128, 64]
    settings = [(tokens[0], 0), *((n_tokens, n_read) for n_tokens in tokens for n_read in COUNTS)]
    rows: list[tuple[object, ...]] = []
    with Library(settings=load_settings(options.home)) as library:
        trial = Trial(library, tokens)
        for path in options.questions:
            found = read_questions(str(path), library.store)
            answers = found.labels[found.default_labels].articles
            asked = [q for q in found.questions[: options.most] if answers.get(q.question_id)]
            right = [0] * len(settings)
            for question in asked:
                close = trial.close(question)
                for place, setting in enumerate(settings):
                    right[place] += close.first(*setting, trial.step.weight) in answers[question.question_id]
            rows.append((path.stem, len(asked), *(f"{100 * n / len(asked):.1f}" for n in right)))
    names = ("none", *(f"{n_read} x {n_tokens}" for n_tokens, n_read in settings[1:]))
    print_table(("set, hit@1", "n", *names), rows)
    if trial.n_read:
        costs = ", ".join(f"{n}: {1000 * s / trial.n_read:.1f} ms" for n, s in trial.spent.items())
        print(f"{trial.n_read} articles read; processor time of one by tokens: {costs}")


if __name__ == "__main__":
    main()
