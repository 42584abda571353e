"""Wording printed as coming, put where it belongs: does the next consolidated text have it there?

    python -m benchmarks.begun_wording --home HOME [-n 3000]

HOME has every published text (``przepis setup --history``). Of each text but an act's newest, articles with wording to
come are merged as if all of that had begun, and compared with the article of the next text, without regard to case,
white space, quotes and dashes. "placed": all of it has a sure place, and it had begun by the next text; "whole": the
article reads as there. Of the pieces of those "there": the next text has these very words in the unit where they were
put; "elsewhere": it has them in another; the rest was amended again before it, or cannot be told.
"""

from __future__ import annotations

import argparse
import dataclasses
import datetime as dt
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import print_table
from przepis.answer.reworded import NewWords, reworded
from przepis.corpus.store import Store
from przepis.corpus.units import find_cited
from przepis.corpus.validity.coming import Coming, ComingPart
from przepis.corpus.validity.standing import Standing, standing_of
from przepis.errors import CitationError
from przepis.records import Article

SEED = 7
LONG = 60  # characters: shorter words may stand in two places by chance
_LOOSE = re.compile(r"[\s\"„”“'’–—-]+")
_NUMBER = re.compile(r"\[§ [^]]+\.\]")


def plain(text: str) -> str:
    return _LOOSE.sub(" ", _NUMBER.sub("", text)).strip().lower()


def pairs(store: Store, n: int) -> Iterator[tuple[Article, Article, str]]:
    """(article, the same in the next text, the wording to come)."""
    query = "SELECT version_id, label, text FROM coming WHERE whole = 0 ORDER BY version_id, label"
    rows = store.db.execute(query).fetchall()
    random.Random(SEED).shuffle(rows)
    for version_id, label, text in rows[:n]:
        version = store.version(version_id)
        later = [v for v in store.versions(version.act_id) if v.as_of > version.as_of]
        if not later:
            continue
        following = min(later, key=lambda v: v.as_of)
        article_id = f"{version.act_id}#{label}"
        try:
            yield store.article(article_id, version.as_of), store.article(article_id, following.as_of), text
        except CitationError:
            continue


def as_begun(store: Store, article: Article, text: str) -> Standing:
    """Where the article would stand had all of this begun the day after its text."""
    since = store.version(article.version_id).as_of
    day = since + dt.timedelta(days=1)
    coming = Coming(text, whole=False, since=since, day=day, parts=(ComingPart(text, day, by_eli="DU/1900/1"),))
    return dataclasses.replace(standing_of(store, article, day), coming=coming)


def judged(new: NewWords, merged: Article, following: Article) -> str:
    path, wanted = new.places[0].path, plain(following.text)
    own = next((unit.text for unit in merged.units if unit.path == path), merged.text if not path else "")
    theirs = find_cited(following.text, following.units, path) if path else None
    there = plain(theirs.text if theirs is not None else following.text if not path else "")
    words = plain(own)
    if words == there or (len(words) > LONG and there.startswith(words)):
        return "there"
    return "elsewhere" if len(words) > LONG and words in wanted else "untold"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("-n", type=int, default=3000, help="So many articles, drawn at random.")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    with Store(options.home) as store:
        for article, following, text in pairs(store, options.n):
            counts["all"] += 1
            day = reworded(article, as_begun(store, article, text))
            if day.loose or not day.made or plain(following.text) == plain(article.text):
                continue
            counts["placed"] += 1
            counts["whole"] += plain(day.article.text) == plain(following.text)
            counts.update(judged(new, day.article, following) for new in day.made)
    pieces = counts["there"] + counts["elsewhere"] + counts["untold"]
    shares = [f"{100 * counts[name] / max(1, pieces):.1f} %" for name in ("there", "elsewhere", "untold")]
    whole = f"{100 * counts['whole'] / max(1, counts['placed']):.1f} %"
    head = ("articles", "placed", "whole as the next text", "pieces", "there", "elsewhere", "cannot be told")
    print_table(head, [(counts["all"], counts["placed"], whole, pieces, *shares)])


if __name__ == "__main__":
    main()
