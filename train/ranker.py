"""Trains the learned ranker and its calibration; see train/README.md.

python -m train.ranker features --home HOME --work WORK      candidates and features of every question to learn from
python -m train.ranker fit --work WORK --out FOLDER          the weights of the features; prints hits on both splits
python -m train.ranker calibrate --home HOME --out FOLDER    confidence
"""

from __future__ import annotations

import argparse
import dataclasses
import random
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from przepis.artifact import atomic_write_json, read_json, read_jsonl
from przepis.corpus.store import Store
from przepis.evaluate.metrics.document_hit import act_of
from przepis.evaluate.questions.sets import read_questions
from przepis.evaluate.statistics.calibration import expected_calibration_error, reliability_bins
from przepis.index.vectors import ENDED
from przepis.library import Library
from przepis.pipelines.loader import candidate_lists, load_pipeline
from przepis.records import Question
from przepis.rerank.confidence import HEAD, SIGNALS, Calibration, inputs
from przepis.rerank.confidence import fit as fit_calibration
from przepis.rerank.learned import RankStep, is_near
from przepis.rerank.linear import Manner, manner_of, to_weights
from przepis.retrieve.candidates import Source, gather
from przepis.retrieve.features import compute, feature_names
from przepis.retrieve.step import State, Step
from przepis.settings import load_settings
from train.export import examination_files
from train.folds import CHOICE_YEAR, FIRST_YEAR, LAST_YEAR
from train.left_open import left_open, quoted
from train.listwise import Lists, fit_sum
from train.written import read_written

NEAR = 12  # as the pipelines have it
QUERY_SETS = ("dev-queries", "other-acts", "real-needs", "regulations")
FITTED = 0  # the half of the unanswerable questions that the calibration sees; the other is for measuring
UNANSWERABLE = "unanswerable"
TOLD = (
    "told"  # stories without a word of the law: few weights cannot know them by heart, so they tell how sure it may be
)
TIMES = {
    "real-needs": 4.0,
    "other-acts": 2.0,
    TOLD: 0.3,
}  # how often a question of a set counts where the confidence is fitted
FOLDS = 5
N_WORDINGS, LEAST_WORDS = 3000, 20  # provisions whose words are asked for; words that one must have
WORDING, OF_WORDINGS = "wording", "words"
"""Of these words alone one model learns: on a day it finds what vectors of later texts pass over."""
N_LEFT_OPEN, LEFT_OPEN = 1500, "left open"
N_QUOTED, QUOTED = 1000, "quoted"
_WORD = re.compile(r"[^\W\d_]{4,}")
MOST_UNSURE = 0.1  # of the answerable questions that may be called unsure
VARIANTS: dict[str, str] = {  # a ranker and the pipeline that uses it, whose lists it is trained on
    "ranker": "przepis",
    "no-dense": "przepis-no-dense",
    "no-surrogates": "przepis-no-surrogates",
    "no-lexical": "przepis-no-lexical",
    OF_WORDINGS: "przepis-no-dense",
}
NOT_LEARNT = frozenset({"annotated", "log_act_size", "act_demand", "grade", "referred", "regulation", "annex"})
"""Features that tell which law is asked for often, not which law is right. The confidence may see them."""
WEIGHTS = {"asked": 1.5, "told": 0.5, "composite+options": 0.1, "wording": 0.1, "quoted": 0.1, "left open": 0.3}
"""Of kinds of questions, where not all alike: the first are distributed as people ask, the others are seldom met."""
UNUSED = "composite"  # without options: of examinations' stems three in a hundred put a rule before what is asked, and
# with more than these had in training, the ends of all sentences weighed too much (docs/lab/ranker.md)
EITHER_WAY = frozenset({"log_chars", "unit_share", "option_spread"})
"""Features that may count against a candidate; no other may, or words met would be held against an article where a
question is short."""
OTHER_MANNERS: tuple[Manner, ...] = ("open", "options")
WORD_FOR_WORD = frozenset({"quoted", "begins"})
OF_STEMS = frozenset({"goes_on", "completed"}) | WORD_FOR_WORD
"""What only a sentence left open, or with options, has, or a quotation: questions are weighed as if they were not."""
QUOTED_WEIGHT = 4.0
"""What a question asks in the very words of a provision weighs so much, whatever else it has. Learnt with all others
these weights come out at 3.1 to 4.2, and what questions in people's words need is bent for it (docs/lab/ranker.md)."""
OF_THE_QUESTION = frozenset({"n_terms", "has_options", "is_open", "known_share", "best_dense", "scope_max"})
"""Features that all candidates of a question share: they order nothing."""


@dataclass(frozen=True, slots=True)
class Example:
    question: Question
    gold: tuple[str, ...]
    group: str  # "exam", "exam+options", "story", "keywords", "asked", …
    split: str  # "train", "choice" or "past"


def read_examples(shared: Path, store: Store) -> Iterator[Example]:
    """Questions that no encoder and no index has seen, to learn from; the development sets, to be looked at.

    The examinations before, too: the encoder has learnt from them, so they tell only what words say (``no-dense``).
    """
    for number, own in enumerate(read_written()):
        gold = (own.article_id, *own.also)
        question = Question(f"written-{number}", own.question, own.options)
        yield from _with_and_without_options(question, gold, own.kind, "train")
    yield from _wordings(store)
    queries = [shared / "data" / "queries" / f"{name}.jsonl" for name in QUERY_SETS]
    for path in filter(Path.is_file, queries):
        for question, gold in _labelled(path, store):
            yield from _with_and_without_options(question, gold, f"{path.stem} {question.register}".strip(), "choice")
    asked: Counter[str] = Counter()
    for split, first, last in (("choice", CHOICE_YEAR, CHOICE_YEAR), ("past", FIRST_YEAR, LAST_YEAR)):
        for path in examination_files(shared, first, last):
            for question, gold in _labelled(path, store):
                yield from _with_and_without_options(question, gold, f"exams-{last}", split)
                asked.update({act_of(gold[0]): 1} if split == "past" else {})
    for number, (stem, article) in enumerate(left_open(store, asked, N_LEFT_OPEN)):
        yield Example(Question(f"left-open-{number}", stem), (article,), LEFT_OPEN, "train")
    for number, (words, article) in enumerate(quoted(store, asked, N_QUOTED)):
        yield Example(Question(f"quoted-{number}", words), (article,), QUOTED, "train")


def _wordings(store: Store) -> Iterator[Example]:
    """Words of a provision in their order, as one who remembers some of it types them; a repeatable draw."""
    chance = random.Random(17)
    ended = {act.act_id for act in store.acts() if act.status in ENDED}
    articles = sorted(
        (a for a in store.articles() if not a.repealed and a.act_id not in ended), key=lambda a: a.article_id
    )
    for article in chance.sample(articles, min(N_WORDINGS, len(articles))):
        words = list(dict.fromkeys(_WORD.findall(article.text)))
        if len(words) >= LEAST_WORDS:
            chosen = sorted(chance.sample(range(len(words)), chance.randint(6, 12)))
            text = " ".join(words[i].lower() for i in chosen)
            yield Example(Question(f"wording {article.article_id}", text), (article.article_id,), WORDING, "train")


def _with_and_without_options(question: Question, gold: tuple[str, ...], group: str, split: str) -> Iterator[Example]:
    yield Example(dataclasses.replace(question, options=()), gold, group, split)
    if question.options:
        yield Example(question, gold, f"{group}+options", split)


_library: Library | None = None
_sources: tuple[Source, ...] = ()


def _start(home: Path, variant: str) -> None:
    global _library, _sources
    _library, _sources = Library(settings=load_settings(home)), candidate_lists(VARIANTS[variant])
    _library.tools()


def _featurise(example: Example) -> tuple[np.ndarray, np.ndarray, bool]:
    """Features of the candidates, which are right, and whether any is."""
    assert _library is not None
    state = State(example.question, _library.tools(), where=_library.filter_of())
    pool = gather(state, _sources)
    gold = [r for r in (_library.index.row(a) for a in example.gold) if r is not None]
    kept = is_near(pool, state, NEAR)
    if example.split == "train":
        kept |= np.isin(pool.rows, gold)  # to learn from, even where it would not be looked at
    pool = pool.only(kept)
    right = np.isin(pool.rows, gold)
    return compute(state, pool), right, bool(right.any())


def featurise(home: Path, shared: Path, work: Path, variant: str, workers: int) -> None:
    """On the index that people use; with the lists of the variant alone, since features add them up."""
    work.mkdir(parents=True, exist_ok=True)
    with Library(settings=load_settings(home)) as library:
        examples = list(read_examples(shared, library.store))
    features, right, sizes, groups, splits = [], [], [], [], []
    missed = 0
    with ProcessPoolExecutor(workers, initializer=_start, initargs=(home, variant)) as pool:
        for n, (example, (matrix, gold, found)) in enumerate(
            zip(examples, pool.map(_featurise, examples, chunksize=16), strict=True), start=1
        ):
            if n % 500 == 0:
                print(f"{n} of {len(examples)}", flush=True)
            missed += not found
            if not found and example.split == "train":
                continue  # nothing to learn an order from
            features.append(matrix)
            right.append(gold)
            sizes.append(len(gold))
            groups.append(example.group)
            splits.append(example.split)
    np.savez(
        work / f"features-{VARIANTS[variant]}.npz",
        x=np.concatenate(features),
        y=np.concatenate(right),
        sizes=np.array(sizes),
        groups=np.array(groups),
        splits=np.array(splits),
        names=np.array(feature_names(candidate_lists(VARIANTS[variant]))),
    )
    print(f"{len(examples)} questions, {missed} without the right article among the candidates")


def fit(work: Path, out: Path, name: str, left_out: frozenset[str] = NOT_LEARNT) -> None:
    with np.load(work / f"features-{VARIANTS[name]}.npz") as data:
        x, y, sizes, groups, splits = (data[k] for k in ("x", "y", "sizes", "groups", "splits"))
        have = data["names"].tolist()
    features = tuple(f for f in have if f not in left_out | OF_THE_QUESTION)
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    n_terms, has_options, is_open = (x[first, have.index(name)] for name in ("n_terms", "has_options", "is_open"))
    manners = np.array([manner_of(*both) for both in zip(has_options > 0, is_open > 0, strict=True)])
    x = x[:, [have.index(f) for f in features]]
    learnt = (splits == "train") & (groups != UNUSED) & ((groups == WORDING) | (name != OF_WORDINGS))
    lists = Lists(x, y, sizes, np.ones(len(sizes)))

    def of(chosen: np.ndarray) -> Lists:
        return lists.only(chosen, _question_weights(groups, chosen))

    plain = Lists(np.where(np.isin(features, list(OF_STEMS)), 0, x), y, sizes, np.ones(len(sizes)))
    as_question = learnt & (manners != "options") & (groups != LEFT_OPEN)
    model = fit_sum(
        features,
        plain.only(as_question, _question_weights(groups, as_question)),
        n_terms[as_question],
        {manner: of(own) for manner in OTHER_MANNERS if (own := learnt & (manners == manner)).any()},
        rising=np.array([f not in EITHER_WAY for f in features]),
    )
    for place in (features.index(feature) for feature in WORD_FOR_WORD & set(features)):
        model.short[place] = model.long[place] = QUOTED_WEIGHT
    scores = np.concatenate(
        [
            model.scores(x[at : at + size], terms, manner)
            for at, size, terms, manner in zip(first, sizes, n_terms, manners.tolist(), strict=True)
        ]
    )
    _report(scores, y, np.append(first, len(y)), groups, splits)
    out.mkdir(parents=True, exist_ok=True)
    facts = {
        "features": features,
        "weights": to_weights(model),
        "calibration": {},
        "n_train": int(learnt.sum()),
        "n_choice": int((splits == "choice").sum()),
    }
    atomic_write_json(out / f"{name}.json", facts)
    print("now run `calibrate`: until then the model gives no confidence")


def _question_weights(groups: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """Every kind of question weighs the same in all, lest the many drown the few, but for ``WEIGHTS``."""
    weight = np.zeros(len(groups))
    for group in np.unique(groups[chosen]):
        own = chosen & (groups == group)
        weight[own] = WEIGHTS.get(str(group), 1.0) / own.sum()
    return weight


def _report(scores: np.ndarray, y: np.ndarray, bounds: np.ndarray, groups: np.ndarray, splits: np.ndarray) -> None:
    for group in np.unique(groups):
        for split in ("train", "choice", "past"):
            chosen = np.flatnonzero((groups == group) & (splits == split))
            ranks = np.array([_rank(scores[bounds[i] : bounds[i + 1]], y[bounds[i] : bounds[i + 1]]) for i in chosen])
            if len(ranks):
                hits = "  ".join(f"hit@{k} {np.mean(ranks <= k):.3f}" for k in (1, 10, 100))
                print(f"{group:>24} {split:>7} n={len(ranks):<5} {hits}")


def _rank(scores: np.ndarray, right: np.ndarray) -> int:
    if not right.any():
        return 10**6
    return 1 + int((scores > scores[right].max()).sum())


@dataclass(frozen=True)
class Answers:
    """What the confidence is fitted on: one row an answered question."""

    rows: list[dict[str, float]]
    right: np.ndarray  # whether rank one is
    sets: np.ndarray  # the name of each question's set

    def confidences(self, fitted: Calibration) -> np.ndarray:
        sums = [sum(weight * row[name] for name, weight in fitted.weights.items()) for row in self.rows]
        return np.asarray(1.0 / (1.0 + np.exp(-np.array(sums))))

    def fit(self, chosen: np.ndarray) -> Calibration:
        rows = [row for row, kept in zip(self.rows, chosen, strict=True) if kept]
        times = np.array([TIMES.get(name, 1.0) for name in self.sets.tolist()])
        return fit_calibration(rows, self.right[chosen], [*HEAD, *SIGNALS], times[chosen])

    def unseen(self) -> np.ndarray:
        """The confidence of each question by a fit on those of four other fifths."""
        fold = np.random.default_rng(17).integers(0, FOLDS, len(self.rows))
        found = np.zeros(len(self.rows))
        for number in range(FOLDS):
            found[fold == number] = self.confidences(self.fit(fold != number))[fold == number]
        return found


def calibrate(home: Path, shared: Path, out: Path, name: str) -> None:
    """Logistic regression of "rank one is right" on the head of the list and the first hit's signals.

    Over the questions of choice and half of those that Polish law does not answer, on the index that people use. The
    threshold of "no sure provision" is the highest that at most a tenth of the answerable questions, without stories,
    fall below.
    """
    model = str((out / f"{name}.json").resolve())
    answers = _answers(home, shared, [_with_model(step, model) for step in load_pipeline(VARIANTS[name]).steps])
    fitted = answers.fit(np.ones(len(answers.rows), dtype=bool))
    told = answers.sets != UNANSWERABLE
    asked = told & (answers.sets != TOLD)
    sure, unseen = answers.confidences(fitted), answers.unseen()
    threshold = round(float(np.quantile(sure[asked], MOST_UNSURE)), 4)
    facts = read_json(out / f"{name}.json")
    calibration = {"weights": dict(fitted.weights), "threshold": threshold}
    atomic_write_json(out / f"{name}.json", facts | {"calibration": calibration, "n_calibration": len(answers.rows)})
    print(f"{name}: {len(answers.rows)} questions, rank one right in {answers.right[told].mean():.1%}")
    print("calibration error of questions that a fit has not seen (fitted on four fifths):")
    for own in np.unique(answers.sets[told]):
        chosen = answers.sets == own
        bins = reliability_bins(unseen[chosen].tolist(), (answers.right[chosen] > 0).tolist())
        print(f"  {own} {100 * expected_calibration_error(bins):.1f}")
    flagged = float(np.mean(unseen[~told] < threshold))
    print(f"threshold {threshold}: of the unanswerable {flagged:.1%} flagged, of the others {MOST_UNSURE:.0%}")


def _answers(home: Path, shared: Path, steps: list[Step]) -> Answers:
    rows, right, sets = [], [], []
    with Library(settings=load_settings(home)) as library:
        where = library.filter_of()
        for example in calibration_examples(shared, library.store):
            state = State(example.question, library.tools(), where=where)
            for step in steps:
                step.run(state)
            if len(state.ranked) and not len(state.cited_rows()):
                first = int(state.ranked.rows[0])
                rows.append(inputs(state.ranked.scores, state.signals[first]))
                right.append(library.index.article_ids[first] in example.gold)
                sets.append(example.group if example.group.startswith("exams") else example.group.partition(" ")[0])
    return Answers(rows, np.array(right, dtype=float), np.array(sets))


def calibration_examples(shared: Path, store: Store) -> Iterator[Example]:
    yield from (e for e in read_examples(shared, store) if e.split == "choice" or e.group == TOLD)
    for question in unanswerable(FITTED):
        yield Example(question, (), UNANSWERABLE, "choice")


def unanswerable(half: int) -> Iterator[Question]:
    """Questions of our own that no Polish statute or regulation answers; every second one is for fitting."""
    for number, row in enumerate(read_jsonl(Path(__file__).with_name("unanswerable.jsonl"))):
        if number % 2 == half:
            yield Question(f"unanswerable-{number}", row["question"])


def _with_model(step: Step, model: str) -> Step:
    """The step with the ranker under trial in place of the shipped one."""
    return step.model_copy(update={"model": model}) if isinstance(step, RankStep) else step


def _labelled(path: Path, store: Store) -> Iterator[tuple[Question, tuple[str, ...]]]:
    found = read_questions(str(path), store)
    labels = found.labels[found.default_labels].articles
    return ((question, gold) for question in found.questions if (gold := labels.get(question.question_id)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["features", "fit", "calibrate"])
    parser.add_argument("--home", type=Path)
    parser.add_argument("--work", type=Path)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--out", type=Path)
    parser.add_argument("--variant", default="ranker", choices=sorted(VARIANTS))
    parser.add_argument("--all-features", action="store_true", help="those of NOT_LEARNT, too, to see what they do")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    needed = {"features": ("home", "work"), "fit": ("work", "out"), "calibrate": ("home", "out")}
    for name in needed[options.what]:
        if getattr(options, name) is None:
            parser.error(f"`{options.what}` needs --{name}")
    if options.what == "features":
        featurise(options.home, options.shared, options.work, options.variant, options.workers)
    elif options.what == "calibrate":
        calibrate(options.home, options.shared, options.out, options.variant)
    else:
        fit(options.work, options.out, options.variant, frozenset() if options.all_features else NOT_LEARNT)


if __name__ == "__main__":
    main()
