"""Trains the choice of the unit that settles a question: from the subdivisions that examination keys name, and from
questions that were written with their unit.

    python -m train.units --home HOME [--shared ../shared] --out src/przepis/rerank/model

Learns from the examinations to 2022, each question with and without its options, and from some of our own questions on
single units of long articles. Prints the share of the questions of 2023 whose unit is chosen right, given the right
article, and of our own questions on articles that were kept from the fit.
"""

from __future__ import annotations

import argparse
import dataclasses
import random
import zlib
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
from przepis.rerank.units import MODEL_FILE, article_features, near_chunks
from przepis.retrieve.step import WORDING
from przepis.settings import load_settings
from train.export import examination_files
from train.folds import CHOICE_YEAR, FIRST_YEAR
from train.listwise import Lists, fit_sum

RIDGE, FEW_RIDGE = 0.03, 0.01  # of questions without and with options
OWN, OWN_WEIGHT, SEED = 7000, 0.2, 5  # of our own questions so many, each counting so much beside an examination's
KEPT = 5  # every fifth article's own questions are kept from the fit, and measured on


@dataclass(frozen=True, slots=True)
class Example:
    """``year`` of the examination; 0: our own."""

    year: int
    with_options: bool
    n_terms: int
    features: np.ndarray
    right: np.ndarray
    kept: bool = False


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


def asked_of_ours(library: Library) -> Iterator[tuple[bool, AskedUnit]]:
    """Questions written on one unit of a long article each, as many as are wanted; whether the article is kept."""
    written = [
        (s.article_id, text, path)
        for s in library.store.surrogates()
        if s.settles and not s.stale
        for text, path in zip(s.more, s.settles, strict=True)
        if path
    ]
    random.Random(SEED).shuffle(written)
    for article_id, text, path in written[:OWN]:
        kept = zlib.crc32(article_id.encode()) % KEPT == 0
        yield kept, AskedUnit(0, Question("", text), library.store.article(article_id), (f"{article_id}/{path}",))


def examples(library: Library, shared: Path) -> Iterator[Example]:
    """Those of an article that has units with a word of the question."""
    asked = [(False, one) for one in asked_units(library, shared, FIRST_YEAR, CHOICE_YEAR)]
    asked += asked_of_ours(library)
    vectors = library.encoder.encode_queries([one.question.text for _, one in asked])
    for (kept, one), vector in zip(asked, vectors, strict=True):
        row = library.index.row(one.article.article_id)
        if row is None:
            continue
        text, options = one.question.text, one.question.options
        near = near_chunks(library.index, vector, [row])[0]
        matrix = article_features(library.index, one.article, text, options, near)
        if matrix is not None:
            right = np.array([one.is_right(u) for u in one.article.numbered], dtype=bool)
            n_terms = len(library.index.weighted_terms(WORDING, text)[0])
            yield Example(one.year, bool(options), n_terms, matrix, right, kept)


def fit(known: list[Example]) -> LinearModel:
    told = [e for e in known if e.right.any() and not e.right.all()]
    lists = Lists(
        np.concatenate([e.features for e in told]),
        np.concatenate([e.right for e in told]),
        np.array([len(e.right) for e in told]),
        np.array([1.0 if e.year else OWN_WEIGHT for e in told]),
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
    model = fit([e for e in known if e.year < CHOICE_YEAR and not e.kept])
    own = [e for e in known if e.kept]
    print(f"our own, other articles: {len(own)} questions, {share_right(model, own):.1%} right")
    for with_options in (True, False):
        asked = [e for e in known if e.year == CHOICE_YEAR and e.with_options == with_options]
        print(f"{CHOICE_YEAR}, options {with_options}: {len(asked)} questions, {share_right(model, asked):.1%} right")
    options.out.mkdir(parents=True, exist_ok=True)
    atomic_write_json(options.out / MODEL_FILE, {"features": FEATURES, "weights": to_weights(model)})


if __name__ == "__main__":
    main()
