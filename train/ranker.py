"""Trains the learned ranker and its calibration; see train/README.md.

python -m train.ranker prepare --home HOME --work WORK       the ranker's own index, without what it will be asked
python -m train.ranker features --work WORK --exams FOLDER   candidates and features of every training question
python -m train.ranker fit --work WORK --out FOLDER          the weights of the features; prints hits on both splits
python -m train.ranker calibrate --home HOME --shared ../shared --out FOLDER     confidence, on the index people use
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import shutil
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from przepis.artifact import atomic_write_json, atomic_write_text, read_json, read_jsonl
from przepis.corpus.corpus_file import FILE_NAME
from przepis.corpus.store import Store
from przepis.encode.registry import open_encoder
from przepis.evaluate.questions.sets import read_questions
from przepis.index.build import build_index
from przepis.library import Library
from przepis.pipelines.loader import candidate_lists, load_pipeline
from przepis.records import Question
from przepis.rerank.confidence import HEAD, SIGNALS, Calibration, inputs
from przepis.rerank.confidence import fit as fit_calibration
from przepis.rerank.learned import RankStep, is_near
from przepis.rerank.linear import to_weights
from przepis.retrieve.candidates import Source, gather
from przepis.retrieve.features import compute, feature_names
from przepis.retrieve.step import State, Step
from przepis.settings import load_settings
from train.export import examination_files
from train.folds import (
    CHOICE_YEAR,
    FIRST_YEAR,
    RANKER_YEARS,
    held_out_questions,
    is_bare_act,
    is_held_out,
    is_later_held_out,
    visible_part,
)
from train.listwise import Lists, fit_sum

PER_REGISTER = 5000  # surrogate questions of each register, at most
NEAR = 12  # as the pipelines have it
QUERY_SETS = ("dev-queries", "other-acts", "real-needs", "regulations")
FITTED = 0  # the half of the unanswerable questions that the calibration sees; the other is for measuring
MOST_UNSURE = 0.1  # of the answerable questions that may be called unsure
VARIANTS: dict[str, str] = {  # a ranker and the pipeline that uses it, whose lists it is trained on
    "ranker": "przepis",
    "no-dense": "przepis-no-dense",
    "no-surrogates": "przepis-no-surrogates",
    "no-lexical": "przepis-no-lexical",
}
NOT_LEARNT = frozenset({"annotated", "log_act_size", "act_demand", "grade", "referred", "regulation", "annex"})
"""Features that tell which law was annotated first, not which law is right: every question of the training is about
such law, so a ranker that sees them mistrusts all other (lay hit@10 on regulations fell from 47 to 23). The confidence
may see them."""
EXAM_WEIGHT = 20.0  # of examination questions: people wrote them, and there are few; the others hardly suffer
ASKED_WEIGHT = 30.0  # of the bank's questions: they are distributed as people ask
LATER_WEIGHT = 4.0  # of the further questions that surrogates got later: another hand, another day
BARE_WEIGHT = 0.3
"""Of questions on law whose annotations are hidden. Nearly all law in force is annotated: a ranker that learns from law
without annotations learns to mistrust questions (docs/lab/ranker.md)."""
EITHER_WAY = frozenset({"log_chars", "unit_share", "option_spread", "repealed"})
"""Features that may count against a candidate; no other may, or words met would be held against an article where a
question is short."""
OF_THE_QUESTION = frozenset({"n_terms", "has_options", "known_share", "best_dense", "scope_max"})
"""Features that all candidates of a question share: they order nothing."""


@dataclass(frozen=True, slots=True)
class Example:
    question: Question
    gold: tuple[str, ...]
    group: str  # "exam", "exam+options", "lay", "practitioner", "keywords", "asked", "bare lay", …
    split: str  # "train", "choice", or "older": examinations that the encoder has learnt from


def prepare(home: Path, work: Path, encoder: str) -> None:
    """A home like the user's, but with only the visible part of every surrogate; vectors are shared."""
    work.mkdir(parents=True, exist_ok=True)
    with Store(home) as source:
        source.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        everything = list(source.surrogates())
        hidden = [s for s in everything if held_out_questions(s)]
        visible = [part for s in everything if (part := visible_part(s))]
        asked = list(source.asked())
        rows = [
            {"register": r, "text": q, "article_id": s.article_id}
            for s in hidden
            for r, q in held_out_questions(s).items()
        ]
        rows += [
            {"register": "more", "text": q, "article_id": s.article_id}
            for s in everything
            for q in s.more
            if is_later_held_out(q)
        ]
        rows += [
            {"register": "asked", "text": q.text, "article_id": q.article_id, "also": q.also}
            for q in asked
            if is_held_out(q)
        ]
    shutil.copy(home / FILE_NAME, work / FILE_NAME)
    (home / "vectors").mkdir(exist_ok=True)
    if not (work / "vectors").exists():
        (work / "vectors").symlink_to((home / "vectors").resolve())
    with Store(work) as store:
        store.db.execute("DELETE FROM surrogates")
        store.put_surrogates(dataclasses.replace(s, text_hash="") for s in visible)
        store.put_asked(q for q in asked if not is_held_out(q))
        build_index(store, work, None if encoder == "none" else open_encoder(encoder))
    atomic_write_text(work / "hidden.jsonl", "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows))
    print(f"{len(visible)} surrogates visible, {len(rows)} questions held out")


def read_examples(work: Path, exams: Path, library: Library) -> list[Example]:
    return [*_exam_examples(exams, library), *_surrogate_examples(work)]


def _exam_examples(folder: Path, library: Library) -> Iterator[Example]:
    for year in range(FIRST_YEAR, CHOICE_YEAR + 1):
        split = "choice" if year == CHOICE_YEAR else "train" if year in RANKER_YEARS else "older"
        for path in sorted(folder.glob(f"{year}-*.jsonl")):
            for row in read_jsonl(path):
                found = library.resolver.resolve(row["legal_basis"])
                gold = tuple(c.article_id for c in found if c.article_id)
                if not gold:
                    continue
                name = f"{path.stem}-{row['id']}"
                plain = Question(name, row["question"])
                yield Example(plain, gold, "exam", split)
                full = dataclasses.replace(plain, question_id=f"{name}+", options=tuple(row["choices"].values()))
                yield Example(full, gold, "exam+options", split)


def _surrogate_examples(work: Path) -> Iterator[Example]:
    """A bounded, repeatable draw of every register, of law with and without annotations apart; a tenth of it decides
    when to stop."""
    rows = list(read_jsonl(work / "hidden.jsonl"))
    rows.sort(key=lambda r: hashlib.sha256(f"{r['article_id']} {r['register']} {r['text']}".encode()).digest())
    taken: dict[str, int] = {}
    for row in rows:
        group = row["register"]
        if group != "asked" and is_bare_act(row["article_id"].partition("#")[0]):
            group = f"bare {group}"
        taken[group] = taken.get(group, 0) + 1
        if taken[group] > PER_REGISTER:
            continue
        split = "choice" if taken[group] % 10 == 0 else "train"
        name = f"{row['register']} {row['article_id']}"
        yield Example(Question(name, row["text"]), (row["article_id"], *row.get("also", ())), group, split)


_library: Library | None = None


def _start(work: Path) -> None:
    global _library
    _library = Library(settings=load_settings(work))
    _library.tools()


def _featurise(example: Example) -> tuple[np.ndarray, np.ndarray, bool]:
    """Features of the candidates, which are right, and whether any is."""
    assert _library is not None
    sources = _sources(_library)
    state = State(example.question, _library.tools(), where=_library.filter_of())
    pool = gather(state, sources)
    gold = [r for r in (_library.index.row(a) for a in example.gold) if r is not None]
    kept = is_near(pool, state, NEAR)
    if example.split != "choice":
        kept |= np.isin(pool.rows, gold)  # to learn from, even where it would not be looked at
    pool = pool.only(kept)
    right = np.isin(pool.rows, gold)
    return compute(state, pool), right, bool(right.any())


def _sources(library: Library) -> tuple[Source, ...]:
    """Every list that the training index can give: without an encoder, the lexical ones."""
    return tuple(
        s
        for s in candidate_lists()
        if s.field in (library.index.dense_fields if s.dense else library.index.lexical_fields)
    )


def featurise(work: Path, exams: Path, workers: int, older: bool) -> None:
    with Library(settings=load_settings(work)) as library:
        examples = [e for e in read_examples(work, exams, library) if older or e.split != "older"]
        names = feature_names(_sources(library))
    features, right, sizes, groups, splits = [], [], [], [], []
    missed = 0
    with ProcessPoolExecutor(workers, initializer=_start, initargs=(work,)) as pool:
        for n, (example, (matrix, gold, found)) in enumerate(
            zip(examples, pool.map(_featurise, examples, chunksize=16), strict=True), start=1
        ):
            if n % 500 == 0:
                print(f"{n} of {len(examples)}", flush=True)
            missed += not found
            if not found and example.split != "choice":
                continue  # nothing to learn an order from
            features.append(matrix)
            right.append(gold)
            sizes.append(len(gold))
            groups.append(example.group)
            splits.append(example.split)
    np.savez(
        work / "features.npz",
        x=np.concatenate(features),
        y=np.concatenate(right),
        sizes=np.array(sizes),
        groups=np.array(groups),
        splits=np.array(splits),
        names=np.array(names),
    )
    print(f"{len(examples)} questions, {missed} without the right article among the candidates")


def fit(work: Path, out: Path, name: str, older: float, left_out: frozenset[str] = NOT_LEARNT) -> None:
    """``older``: weight of the examinations the encoder has seen, whose vectors flatter them; 0 leaves them out."""
    used = candidate_lists(VARIANTS[name])
    with np.load(work / "features.npz") as data:
        x, y, sizes, groups, splits = (data[k] for k in ("x", "y", "sizes", "groups", "splits"))
        have = data["names"].tolist()
    features = tuple(f for f in feature_names(used) if f not in left_out | OF_THE_QUESTION)
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    n_terms, has_options = x[first, have.index("n_terms")], x[first, have.index("has_options")] > 0
    x = x[:, [have.index(f) for f in features]]
    weight = _group_weights(groups, splits)
    for group, factor in {
        "exam": EXAM_WEIGHT,
        "asked": ASKED_WEIGHT,
        "more": LATER_WEIGHT,
        "bare": BARE_WEIGHT,
    }.items():
        weight[np.char.startswith(groups, group)] *= factor
    if older:
        weight[splits == "older"] *= older
        splits = np.where(splits == "older", "train", splits)
    learnt = (splits == "train") & np.logical_or.reduceat(y, first)
    rows = np.repeat(learnt, sizes)
    lists = Lists(x[rows], y[rows], sizes[learnt], weight[learnt])
    rising = np.array([f not in EITHER_WAY for f in features])
    model = fit_sum(features, lists, n_terms[learnt], has_options[learnt], rising=rising)
    scores = np.concatenate(
        [
            model.scores(x[at : at + size], terms, options)
            for at, size, terms, options in zip(first, sizes, n_terms, has_options, strict=True)
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


def _group_weights(groups: np.ndarray, splits: np.ndarray) -> np.ndarray:
    """Every kind of question weighs the same in all, lest the many drown the few (before the weights above)."""
    weight = np.ones(len(groups))
    for split in np.unique(splits):
        for group in np.unique(groups):
            chosen = (groups == group) & (splits == split)
            if chosen.any():
                weight[chosen] = len(groups) / (len(np.unique(groups)) * chosen.sum())
    return weight


def _report(scores: np.ndarray, y: np.ndarray, bounds: np.ndarray, groups: np.ndarray, splits: np.ndarray) -> None:
    for group in np.unique(groups):
        for split in ("train", "choice"):
            chosen = np.flatnonzero((groups == group) & (splits == split))
            ranks = np.array([_rank(scores[bounds[i] : bounds[i + 1]], y[bounds[i] : bounds[i + 1]]) for i in chosen])
            if len(ranks):
                hits = "  ".join(f"hit@{k} {np.mean(ranks <= k):.3f}" for k in (1, 10, 100))
                print(f"{group:>14} {split:>7} n={len(ranks):<5} {hits}")


def _rank(scores: np.ndarray, right: np.ndarray) -> int:
    if not right.any():
        return 10**6
    return 1 + int((scores > scores[right].max()).sum())


def calibrate(home: Path, shared: Path, out: Path, name: str) -> None:
    """Logistic regression of "rank one is right" on the head of the list and the first hit's signals.

    Over the questions of choice and half of those that Polish law does not answer, on the index that people use. The
    threshold of "no sure provision" is the highest that at most a tenth of the answerable questions fall below.
    """
    model = str((out / f"{name}.json").resolve())
    steps = [_with_model(step, model) for step in load_pipeline(VARIANTS[name]).steps]
    rows: list[dict[str, float]] = []
    right: list[bool] = []
    answerable: list[bool] = []
    with Library(settings=load_settings(home)) as library:
        where = library.filter_of()
        asked = [*_choice_questions(shared / "data", library.store), *unanswerable(FITTED)]
        for question, gold in asked:
            state = State(question, library.tools(), where=where)
            for step in steps:
                step.run(state)
            if len(state.ranked) and not len(state.cited_rows()):
                first = int(state.ranked.rows[0])
                rows.append(inputs(state.ranked.scores, state.signals[first]))
                right.append(library.index.article_ids[first] in gold)
                answerable.append(bool(gold))
    fitted = fit_calibration(rows, np.array(right, dtype=float), [*HEAD, *SIGNALS])
    sure = np.array([_probability(fitted, row) for row in rows])
    told = np.array(answerable)
    threshold = round(float(np.quantile(sure[told], MOST_UNSURE)), 4)
    facts = read_json(out / f"{name}.json")
    calibration = {"weights": dict(fitted.weights), "threshold": threshold}
    atomic_write_json(out / f"{name}.json", facts | {"calibration": calibration, "n_calibration": len(rows)})
    flagged = float(np.mean(sure[~told] < threshold)) if (~told).any() else float("nan")
    print(f"{name}: {len(rows)} questions, rank one right in {np.mean(np.array(right)[told]):.1%}")
    print(f"threshold {threshold}: of the unanswerable {flagged:.1%} flagged, of the others {MOST_UNSURE:.0%}")


def _probability(fitted: Calibration, row: dict[str, float]) -> float:
    return float(1.0 / (1.0 + np.exp(-sum(w * row[n] for n, w in fitted.weights.items()))))


def unanswerable(half: int) -> Iterator[tuple[Question, tuple[str, ...]]]:
    """Questions of our own that no Polish statute or regulation answers; every second one is for fitting."""
    for number, row in enumerate(read_jsonl(Path(__file__).with_name("unanswerable.jsonl"))):
        if number % 2 == half:
            yield Question(f"unanswerable-{number}", row["question"]), ()


def _with_model(step: Step, model: str) -> Step:
    """The step with the ranker under trial in place of the shipped one."""
    return step.model_copy(update={"model": model}) if isinstance(step, RankStep) else step


def _choice_questions(data: Path, store: Store) -> Iterator[tuple[Question, tuple[str, ...]]]:
    queries = [data / "queries" / f"{name}.jsonl" for name in QUERY_SETS]
    for path in (*filter(Path.is_file, queries), *examination_files(data.parent, CHOICE_YEAR, CHOICE_YEAR)):
        found = read_questions(str(path), store)
        labels = found.labels[found.default_labels].articles
        for question in found.questions:
            if gold := labels.get(question.question_id):
                yield question, gold
                if question.options:
                    yield dataclasses.replace(question, options=()), gold


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["prepare", "features", "fit", "calibrate"])
    parser.add_argument("--home", type=Path)
    parser.add_argument("--work", type=Path)
    parser.add_argument("--exams", type=Path)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--out", type=Path)
    parser.add_argument("--encoder", default="przepis")
    parser.add_argument("--variant", default="ranker", choices=sorted(VARIANTS))
    parser.add_argument("--older", type=float, default=0.0, help="weight of examinations before the ranker's years")
    parser.add_argument("--all-features", action="store_true", help="those of NOT_LEARNT, too, to see what they do")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    needed = {"prepare": ("home", "work"), "features": ("work", "exams"), "fit": ("work", "out")}
    for name in needed.get(options.what, ("home", "out")):
        if getattr(options, name) is None:
            parser.error(f"`{options.what}` needs --{name}")
    if options.what == "prepare":
        prepare(options.home, options.work, options.encoder)
    elif options.what == "features":
        featurise(options.work, options.exams, options.workers, bool(options.older))
    elif options.what == "calibrate":
        calibrate(options.home, options.shared, options.out, options.variant)
    else:
        left_out = frozenset[str]() if options.all_features else NOT_LEARNT
        fit(options.work, options.out, options.variant, options.older, left_out)


if __name__ == "__main__":
    main()
