"""Trains the choice of the unit that settles a question, from the subdivisions that examination keys name.

    python -m train.units --home HOME [--shared ../shared] --out src/przepis/rerank/model

Learns from the examinations to 2022, each question with and without its options; prints the share of the questions of
2023 whose unit is chosen right, given the right article.
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from przepis.artifact import atomic_write_json
from przepis.errors import CitationError
from przepis.evaluate.metrics.unit_hit import split_unit, unit_hit
from przepis.evaluate.questions.sets import read_questions
from przepis.library import Library
from przepis.records import Article, Question, Unit
from przepis.rerank.linear import LinearModel, manner_of, to_weights
from przepis.rerank.unit_features import FEATURES
from przepis.rerank.units import MODEL_FILE, article_features
from przepis.retrieve.step import WORDING
from przepis.settings import load_settings
from train.export import examination_files
from train.folds import CHOICE_YEAR, FIRST_YEAR
from train.listwise import Lists, fit_sum

RIDGE, FEW_RIDGE = 0.03, 0.01  # of questions without and with options


@dataclass(frozen=True, slots=True)
class Example:
    year: int
    with_options: bool
    n_terms: int
    features: np.ndarray
    right: np.ndarray


@dataclass(frozen=True, slots=True)
class AskedUnit:
    """A question, with its options or without, whose key names a subdivision of an article."""

    year: int
    question: Question
    article: Article
    units: tuple[str, ...]  # that are right

    def is_right(self, unit: Unit) -> bool:
        return unit_hit(self.article.article_id, "/".join(unit.path), self.units)


def asked_units(library: Library, shared: Path, first_year: int, last_year: int) -> Iterator[AskedUnit]:
    for path in examination_files(shared, first_year, last_year):
        found = read_questions(str(path), library.store)
        labels = found.labels[found.default_labels]
        for question in found.questions:
            units = labels.units.get(question.question_id, ())
            if not units:
                continue
            try:
                article = library.store.article(split_unit(units[0])[0])
            except CitationError:
                continue
            for form in (question, dataclasses.replace(question, options=())):
                yield AskedUnit(int(path.name[:4]), form, article, units)


def examples(library: Library, shared: Path) -> Iterator[Example]:
    """Those of an article that has units with a word of the question."""
    for asked in asked_units(library, shared, FIRST_YEAR, CHOICE_YEAR):
        text, options = asked.question.text, asked.question.options
        matrix = article_features(library.index, asked.article, text, options)
        if matrix is not None:
            right = np.array([asked.is_right(u) for u in asked.article.units if u.path], dtype=bool)
            n_terms = len(library.index.weighted_terms(WORDING, text)[0])
            yield Example(asked.year, bool(options), n_terms, matrix, right)


def fit(known: list[Example]) -> LinearModel:
    told = [e for e in known if e.right.any() and not e.right.all()]
    lists = Lists(
        np.concatenate([e.features for e in told]),
        np.concatenate([e.right for e in told]),
        np.array([len(e.right) for e in told]),
        np.ones(len(told)),
    )
    n_terms, with_options = np.array([e.n_terms for e in told]), np.array([e.with_options for e in told])
    alone = lists.only(~with_options)
    return fit_sum(FEATURES, alone, n_terms[~with_options], {"options": lists.only(with_options)}, RIDGE, FEW_RIDGE)


def share_right(model: LinearModel, asked: list[Example]) -> float:
    chosen = (int(np.argmax(model.scores(e.features, e.n_terms, manner_of(e.with_options, False)))) for e in asked)
    return float(np.mean([e.right[place] for e, place in zip(asked, chosen, strict=True)]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    with Library(settings=load_settings(options.home)) as library:
        known = list(examples(library, options.shared))
    model = fit([e for e in known if e.year < CHOICE_YEAR])
    for with_options in (True, False):
        asked = [e for e in known if e.year == CHOICE_YEAR and e.with_options == with_options]
        print(f"{CHOICE_YEAR}, options {with_options}: {len(asked)} questions, {share_right(model, asked):.1%} right")
    options.out.mkdir(parents=True, exist_ok=True)
    atomic_write_json(options.out / MODEL_FILE, {"features": FEATURES, "weights": to_weights(model)})


if __name__ == "__main__":
    main()
