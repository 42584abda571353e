"""Search on a day, measured: ``python -m benchmarks.past HOME [-n 200] [--seed 19] [--pipeline NAME]``.

Pairs of an old wording and a day on which it held are drawn with a fixed seed; the query is made of words that the
wording has and the article's newest text lacks (of an article repealed or gone: of any of its words), told apart by
their first five letters, at most twelve, in the order of the text. Printed: how often the article is among the first
ten of ``search --on`` that day, in the index of past wordings and in today's alone; whether it is shown in the wording
of the day; time beside a plain search, taking turns; sizes of both indexes. HOME has both (``index build --past``).

``--questions FILE …`` prints instead how often questions that people wrote find their article, today, among all law
(``--all``) and on the last day of the corpus among its wordings: what a search of more takes from those.

``--vectors`` prints instead how near the vectors of old wordings are to those of the newest, by how much their words
have in common: what tells whether a wording needs vectors of its own.
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.table import print_table
from przepis.artifact import current_generation, read_json
from przepis.corpus.past import Held, held_wordings
from przepis.corpus.raised import raised_text
from przepis.corpus.store import Store
from przepis.corpus.validity.standing import ended_acts, present_day
from przepis.encode.registry import open_encoder
from przepis.evaluate.questions.sets import read_questions
from przepis.index.build import index_root, past_root
from przepis.index.local.dense import passage_text
from przepis.law.prefixes import overlap, prefixes
from przepis.library import Library
from przepis.records import Article, Run
from przepis.retrieve.on_day import PastLaw
from przepis.settings import load_settings

SEED = 19
MOST_WORDS = 12
WARM_UP = 10
_WORD = re.compile(r"[^\W\d_]{4,}")


@dataclass(frozen=True, slots=True)
class Pair:
    held: Held
    day: dt.date
    query: str
    gone: bool  # the article is repealed in the newest text, or has gone from it


def own_words(old: str, newest: str) -> list[str]:
    """Words of the old text, each once, whose first five letters no word of the newest has."""
    known = {word.lower()[:5] for word in re.findall(r"[^\W\d_]+", newest)}
    found: dict[str, str] = {}
    for word in _WORD.findall(old):
        start = word.lower()[:5]
        if start not in known:
            found.setdefault(start, word.lower())
    return list(found.values())


def old_wordings(store: Store) -> Iterator[tuple[Held, str]]:
    """Every wording that was law and is no longer the newest, with the newest text; empty where that is no law."""
    for act in store.acts():
        newest = {a.article_id: a for a in store.articles(act.act_id)}
        for wordings in held_wordings(store, act.act_id):
            now: Article | None = newest.get(wordings[0].article.article_id)
            for held in wordings:
                if held.until is None or held.article.repealed:
                    continue
                if now is None or now.text_hash != held.article.text_hash:
                    yield held, "" if now is None or now.repealed else now.text


def draw_pairs(store: Store, n: int, least: int, seed: int = SEED) -> list[Pair]:
    """``least``: words of its own that a wording must have. No two pairs are of one article."""
    chance = random.Random(seed)
    wordings = list(old_wordings(store))
    chance.shuffle(wordings)
    today, pairs, seen = present_day(store), [], set()
    for held, newest in wordings:
        words = own_words(held.article.text, newest)
        assert held.until is not None
        last = min(held.until, today)
        if len(words) < least or held.article.article_id in seen or last <= held.since:
            continue
        day = held.since + dt.timedelta(days=chance.randrange((last - held.since).days))
        if held.article.act_id in ended_acts(store, day):
            continue
        seen.add(held.article.article_id)
        chosen = sorted(chance.sample(range(len(words)), min(MOST_WORDS, len(words))))
        pairs.append(Pair(held, day, " ".join(words[i] for i in chosen), not newest))
        if len(pairs) == n:
            break
    return pairs


class _NoPast(PastLaw):
    """As in a home that has no index of past wordings."""

    def opened(self, encoder_name: str) -> tuple[None, None]:
        return None, None


def rank_of(run: Run, article_id: str) -> int | None:
    return next((hit.rank for hit in run.hits if hit.article_id == article_id), None)


def shown_as_of_the_day(library: Library, run: Run, pair: Pair) -> tuple[bool, bool]:
    """(every hit is shown as it read on the day, the pair's article in its old wording)."""
    shown = library.shown(run.hits, pair.day)
    days = [library.store.article(s.hit.article_id, pair.day) for s in shown]
    texts = all(
        s.article.text == day.text and s.text in raised_text(day.text, day.units)
        for s, day in zip(shown, days, strict=True)
    )
    own = [s for s in shown if s.hit.article_id == pair.held.article.article_id]
    return texts, all(s.article.text_hash == pair.held.article.text_hash for s in own)


def print_found(library: Library, pairs: Sequence[Pair], pipeline: str | None) -> None:
    rows = []
    misses: list[Pair] = []
    with_past = library.past
    for name, past in (("with --past", with_past), ("today's index alone", _NoPast(library.home, library.store))):
        library.past = past
        runs = [library.run(p.query, on=p.day, pipeline=pipeline) for p in pairs]
        ranks = [rank_of(run, p.held.article.article_id) for run, p in zip(runs, pairs, strict=True)]
        right = [shown_as_of_the_day(library, run, p) for run, p in zip(runs, pairs, strict=True)]
        for part, which in (("all", pairs), ("changed since", [p for p in pairs if not p.gone]), ("gone", None)):
            chosen = [p in which if which is not None else p.gone for p in pairs]
            own = [rank for rank, take in zip(ranks, chosen, strict=True) if take]
            n = max(1, len(own))
            first, ten = (sum(r is not None and r <= k for r in own) / n for k in (1, 10))
            old = all(all(r) for r, take in zip(right, chosen, strict=True) if take)
            rows.append((name, part, len(own), f"{first:.1%}", f"{ten:.1%}", "always" if old else "NOT ALWAYS"))
        if past is with_past:
            misses = [p for p, rank in zip(pairs, ranks, strict=True) if rank is None]
    library.past = with_past
    print_table(("index", "articles", "pairs", "first", "among ten", "shown in the day's wording"), rows)
    for pair in misses:
        print(f"missed: {pair.held.article.article_id} on {pair.day}: {len(pair.query.split())} words")


def print_times(library: Library, pairs: Sequence[Pair], pipeline: str | None) -> None:
    """The same queries plainly and on their day, presented as a person sees them, taking turns."""

    def took(search: Callable[[], object]) -> tuple[float, float]:
        began, used = time.perf_counter(), time.process_time()
        search()
        return 1000 * (time.perf_counter() - began), 1000 * (time.process_time() - used)

    plain, on_day = [], []
    for pair in pairs:
        plain.append(took(lambda p=pair: library.find(p.query, pipeline=pipeline)))  # type: ignore[misc]
        on_day.append(took(lambda p=pair: library.find(p.query, on=p.day, pipeline=pipeline)))  # type: ignore[misc]
    rows = []
    for name, own in (("today", plain), ("on a day", on_day)):
        times = np.array(own[WARM_UP:])
        (middle, used), (slow, _) = (np.percentile(times, p, axis=0).tolist() for p in (50, 95))
        rows.append((name, middle, slow, used))
    print_table(("search", "p50 ms", "p95 ms", "p50 ms of processor time"), rows)
    wall, used = (rows[1][n] / rows[0][n] for n in (1, 3))
    print(f"p50 on a day is {wall:.2f} times that of today; of processor time {used:.2f} times\n")


def print_questions(library: Library, files: Sequence[Path], pipeline: str | None) -> None:
    """Labelled questions, asked plainly, of ended law, too, and on the last day, whose law is the same."""
    rows = []
    for path in files:
        found = read_questions(str(path), library.store)
        labels = found.labels[found.default_labels].articles
        asked = [q for q in found.questions if labels.get(q.question_id)]
        for register in sorted({q.register for q in asked}):
            own = [q for q in asked if q.register == register]
            shares = []
            for asked_of in ({}, {"all_law": True}, {"on": present_day(library.store)}):
                ranks = []
                for question in own:
                    run = library.run(question.text, options=question.options, pipeline=pipeline, **asked_of)
                    ranks.append(
                        min((h.rank for h in run.hits if h.article_id in labels[question.question_id]), default=99)
                    )
                shares.append(" / ".join(f"{sum(r <= k for r in ranks) / len(own):.1%}" for k in (1, 10)))
            rows.append((f"{path.stem} {register}".strip(), len(own), *shares))
    print_table(("questions", "number", "first / among ten today", "of all law", "on a day"), rows)


def print_sizes(home: Path) -> None:
    rows = []
    for name, root in (("today", index_root(home)), ("past", past_root(home))):
        folder = current_generation(root)
        if folder is None:
            raise SystemExit(f"no index in {root}; run `przepis index build --past`")
        facts = read_json(folder / "index.json")
        size = sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()) / 1e6
        rows.append((name, facts["n_articles"], facts.get("n_wordings", ""), f"{size:.0f}", facts["build_s"]))
    print_table(("index", "articles", "wordings", "MB", "built in s"), rows)


def print_vectors(store: Store, encoder_name: str, n: int) -> None:
    """Cosine of each chunk of an old wording with the nearest of the newest, by the words in common."""
    encoder, chance = open_encoder(encoder_name), random.Random(SEED)
    titles = {act.act_id: act.title for act in store.acts()}
    groups: dict[int, list[tuple[Held, Article]]] = defaultdict(list)
    for held, text in old_wordings(store):
        if text:
            share = overlap(prefixes(held.article.text), prefixes(text))
            groups[min(9, int(10 * share))].append((held, store.article(held.article.article_id)))

    def vectors(article: Article) -> np.ndarray:
        chunks = (chunk.text for chunk in store.chunks(article))
        return encoder.encode_passages([passage_text(titles[article.act_id], article.headings, c) for c in chunks])

    rows = []
    for group in sorted(groups):
        chosen = chance.sample(groups[group], min(n, len(groups[group])))
        near = [float((vectors(held.article) @ vectors(now).T).max(axis=1).mean()) for held, now in chosen]
        low = float(np.percentile(near, 10))
        span = f"{group / 10:.1f}-{(group + 1) / 10:.1f}"
        rows.append((span, len(groups[group]), float(np.mean(near)), low))
    print_table(("words in common", "old wordings", "mean cosine", "lowest tenth"), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("home", type=Path)
    parser.add_argument("-n", type=int, default=200, help="pairs; with --vectors wordings of each row")
    parser.add_argument("--least", type=int, default=6, help="words of its own that a wording must have")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--pipeline")
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("--questions", type=Path, nargs="+", default=[], metavar="FILE")
    args = parser.parse_args()
    settings = load_settings(args.home)
    with Library(settings=settings) as library:
        if args.vectors:
            print_vectors(library.store, settings.encoder, args.n)
            return
        if args.questions:
            print_questions(library, args.questions, args.pipeline)
            return
        print_sizes(args.home)
        pairs = draw_pairs(library.store, args.n, args.least, args.seed)
        print(f"{len(pairs)} pairs, at least {args.least} words of the old wording's own, seed {args.seed}\n")
        print_found(library, pairs, args.pipeline)
        print_times(library, pairs, args.pipeline)


if __name__ == "__main__":
    main()
