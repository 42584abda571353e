"""Words of the law as examinations quote them, "Zgodnie z ustawą Kodeks cywilny, zapis zwykły jest:", and as people do.

More than half of the stems of 2012 to 2022 are the beginning of the provision that answers them, cut where the options
go on. Questions written in the manner of examinations seldom are: nobody who writes copies. These are cut by program
when the ranker is trained, from the acts that examinations ask about, as often as they ask about each.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from itertools import islice

from przepis.corpus.store import Store
from przepis.records import Act, Article

LEAST_WORDS = 10  # that a sentence must have to be cut
SHORTEST, LONGEST_SHARE = 3, 0.6  # words of a stem; share of its sentence
NAMED = 0.8  # of the stems say their act
QUOTED = (4, 12)  # words that somebody has by heart
_MARK = re.compile(r"^\s*(?:\[?§\s*\S+\]?|\d+\w*[.)]|\w{1,3}\))\s*")
_SENTENCE = re.compile(r".+?(?:(?<=\w{4})[.;](?=\s|$)|$)", re.DOTALL)


def left_open(store: Store, asked: Mapping[str, int], n: int) -> Iterator[tuple[str, str]]:
    """``n`` stems, each with the article it is from; ``asked``: how often examinations ask about an act. Repeatable."""
    chance = random.Random(29)
    for act, article, words in islice(_sentences(store, asked, chance), n):
        stem = " ".join(words[: chance.randint(SHORTEST, int(LONGEST_SHARE * len(words)))]).rstrip(",:;-–")
        named = f"Zgodnie z ustawą {act.title}, {stem[:1].lower()}{stem[1:]}:"
        yield named if chance.random() < NAMED else f"{stem}:", article.article_id


def quoted(store: Store, asked: Mapping[str, int], n: int) -> Iterator[tuple[str, str]]:
    """``n`` stretches of words as they stand in a provision, half of them its beginning: what people have by heart."""
    chance = random.Random(31)
    for _, article, words in islice(_sentences(store, asked, chance), n):
        length = chance.randint(*QUOTED)
        first = 0 if chance.random() < 0.5 else chance.randint(0, max(0, len(words) - length))
        yield " ".join(words[first : first + length]).strip(",:;-–. "), article.article_id


def _sentences(
    store: Store, asked: Mapping[str, int], chance: random.Random
) -> Iterator[tuple[Act, Article, list[str]]]:
    """Sentences long enough to be cut, without end; of each act as many as it is asked about."""
    known = {act.act_id: act for act in store.acts() if act.act_id in asked}
    by_act = {act_id: [a for a in store.articles(act_id) if not a.repealed] for act_id in sorted(known)}
    acts = [act_id for act_id, articles in by_act.items() if articles]
    weights = [asked[act_id] for act_id in acts]
    while acts:
        act_id = chance.choices(acts, weights)[0]
        article = chance.choice(by_act[act_id])
        words = _sentence(article, chance).split()
        if len(words) >= LEAST_WORDS:
            yield known[act_id], article, words


def _sentence(article: Article, chance: random.Random) -> str:
    """The first of one of the article's units."""
    tops = [unit.text for unit in article.units if len(unit.path) == 1] or [article.text]
    found = _SENTENCE.match(_MARK.sub("", chance.choice(tops).split("\n")[0]))
    return found[0] if found else ""
