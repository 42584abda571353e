"""How much of the law has annotations, by act and by who wrote them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from przepis.surrogates.corpus import AnnotatedCorpus
from przepis.surrogates.plan import EXTRACTIVE
from przepis.surrogates.priority import act_tier


@dataclass(frozen=True, slots=True)
class ActCoverage:
    act_id: str
    title: str
    tier: int
    n_articles: int  # in force, with text
    n_model: int  # annotated by a model or by hand, for the present wording
    n_extractive: int
    n_stale: int  # annotated for an earlier wording only

    @property
    def share(self) -> float:
        return (self.n_model + self.n_extractive) / self.n_articles if self.n_articles else 0.0


@dataclass(frozen=True, slots=True)
class Coverage:
    acts: tuple[ActCoverage, ...]  # by tier, then title
    annotators: dict[str, int]
    n_asked: int = 0  # articles that people ask about most
    n_asked_annotated: int = 0

    def total(self) -> ActCoverage:
        return ActCoverage(
            "",
            "",
            0,
            sum(a.n_articles for a in self.acts),
            sum(a.n_model for a in self.acts),
            sum(a.n_extractive for a in self.acts),
            sum(a.n_stale for a in self.acts),
        )


def coverage(corpus: AnnotatedCorpus, asked: frozenset[str] = frozenset()) -> Coverage:
    """``asked``: articles that people ask about; how many of these are annotated is counted too."""
    known = {s.article_id: s for s in corpus.surrogates()}
    annotators: Counter[str] = Counter()
    n_asked = n_asked_annotated = 0
    counts: dict[str, Counter[str]] = {a.act_id: Counter() for a in corpus.acts()}
    for article in corpus.articles():
        if article.repealed or not article.text.strip():
            continue
        count = counts[article.act_id]
        count["articles"] += 1
        surrogate = known.get(article.article_id)
        n_asked += article.article_id in asked
        n_asked_annotated += article.article_id in asked and surrogate is not None
        if surrogate is None:
            continue
        annotators[surrogate.annotator] += 1
        if surrogate.text_hash != article.text_hash:
            count["stale"] += 1
        else:
            count["extractive" if surrogate.annotator == EXTRACTIVE else "model"] += 1
    lines = [
        ActCoverage(
            act.act_id,
            act.title,
            act_tier(act),
            counts[act.act_id]["articles"],
            counts[act.act_id]["model"],
            counts[act.act_id]["extractive"],
            counts[act.act_id]["stale"],
        )
        for act in corpus.acts()
    ]
    lines.sort(key=lambda line: (line.tier, line.title, line.act_id))
    return Coverage(tuple(lines), dict(annotators.most_common()), n_asked, n_asked_annotated)
