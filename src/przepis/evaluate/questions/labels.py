"""Label sets: what the authors released, and what the legal basis says by our grammar against the corpus."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from przepis.corpus.store import Store
from przepis.errors import LabelError
from przepis.evaluate.questions.stems import stem_prefixes
from przepis.law.citations import CitationResolver, ResolvedCite
from przepis.law.names import ActNames
from przepis.records import LabelSet, Question

RELEASED = "released"
CORRECTED = "corrected"
UNITS = "units"

CLEARLY = 0.15
"""By so much more of the question's words a raised reading must hold to replace the number as written."""


@dataclass(frozen=True, slots=True)
class BasisLabels:
    """One legal basis, read. ``keys`` also has provisions that the corpus lacks, so that citations of them score."""

    articles: tuple[str, ...]
    units: tuple[str, ...]
    keys: tuple[str, ...]
    reasons: tuple[str, ...]


class LabelMaker:
    """Turns legal bases and released labels into article ids of one corpus."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.names = ActNames(store.acts())
        self.resolver = CitationResolver(self.names, store.labels)

    def labels_of(self, act_id: str) -> Sequence[str]:
        return self.resolver.labels(act_id).labels

    def has(self, article_id: str) -> bool:
        act_id, _, label = article_id.partition("#")
        return label in self.labels_of(act_id)

    def from_basis(self, basis: str, asked: str = "") -> BasisLabels:
        """``asked``, the question with its right option, tells apart two articles that flattening made one."""
        found = [self._raised(each, asked) for each in self.resolver.resolve(basis)]
        articles = dict.fromkeys(each.article_id for each in found if each.article_id)
        units = dict.fromkeys(unit for each in found for unit in _units(each))
        keys = dict.fromkeys(key for each in found if (key := provision_key(each)))
        reasons = [each.reason for each in found if each.reason]
        if not found:
            reasons = ["no citation could be read in the legal basis" if basis.strip() else "no legal basis"]
        return BasisLabels(tuple(articles), tuple(units), tuple(keys), tuple(dict.fromkeys(reasons)))

    def _raised(self, each: ResolvedCite, asked: str) -> ResolvedCite:
        """Keys lose the mark of a superscript: "751 § 1 k.c." is 75¹ § 1 where article 751 has no paragraphs.

        The plain reading stands unless a raised one is better by evidence outside the number itself: it has the
        cited subdivision and the plain one has not, or it holds clearly more of the question's words.
        """
        act_id, _, label = (each.article_id or "").partition("#")
        if not label.isdigit() or each.cite.to_label:
            return each
        readings = [a for a in self.labels_of(act_id) if "^" in a and a.replace("^", "") == label]
        if not readings:
            return each
        best = max(readings, key=lambda a: self._evidence(f"{act_id}#{a}", each, asked))
        plain, raised = (self._evidence(f"{act_id}#{a}", each, asked) for a in (label, best))
        better = raised[0] > plain[0] or (raised[0] == plain[0] and raised[1] >= plain[1] + CLEARLY)
        return dataclasses.replace(each, article_id=f"{act_id}#{best}") if better else each

    def _evidence(self, article_id: str, each: ResolvedCite, asked: str) -> tuple[bool, float]:
        article = self.store.article(article_id)
        first = [path[0].partition(":")[2] for path in each.units if path]
        has_units = all(any(u.path[0].partition(":")[2] == n for u in article.units if u.path) for n in first)
        wanted = stem_prefixes(asked)
        share = len(wanted & stem_prefixes(article.text)) / len(wanted) if wanted else 0.0
        return has_units, share

    def released_article(self, written: str) -> tuple[str | None, bool]:
        """``DU/1964/296#arti.18315`` -> (``DU/1964/296#183^15``, True: it was flattened). None: no article named."""
        act_id, _, place = written.partition("#")
        label = place.removeprefix("arti.")
        if not act_id or not label or label == "null":
            return None, False
        known = self.labels_of(act_id)
        if label in known or not known:
            return f"{act_id}#{label}", False
        raised = [each for each in known if "^" in each and each.replace("^", "") == label]
        return (f"{act_id}#{raised[0]}", True) if len(raised) == 1 else (f"{act_id}#{label}", False)


def provision_key(each: ResolvedCite) -> str:
    """The article where the corpus has it, else act and label as cited; empty where no act is known."""
    if each.article_id:
        return each.article_id
    return f"{each.act_id}#{each.cite.label}" if each.act_id else ""


def asked_words(question: Question) -> str:
    """The stem and the right option: what the right article should speak of."""
    return f"{question.text} {right_option(question)}"


def right_option(question: Question) -> str:
    letter = str(question.meta.get("correct", ""))
    place = ord(letter) - ord("A") if len(letter) == 1 else -1
    return question.options[place] if 0 <= place < len(question.options) else ""


def _units(each: ResolvedCite) -> list[str]:
    if not each.article_id:
        return []
    return [f"{each.article_id}/{'/'.join(path)}" for path in each.units if path]


def unit_labels(base: LabelSet) -> LabelSet:
    """Only the questions whose key names a subdivision."""
    chosen = {q: base.articles[q] for q in base.articles if base.units.get(q)}
    return LabelSet(UNITS, chosen, {q: base.units[q] for q in chosen})


CORRECT = "Labels are article ids such as DU/1964/93#22^1; import the acts they come from, or correct them"


def check_known(labels: LabelSet, maker: LabelMaker, where: str, remedy: str = CORRECT) -> None:
    """Labels written out by a person must name articles that exist; derived ones carry a reason instead."""
    unknown = sorted({a for articles in labels.articles.values() for a in articles if not maker.has(a)})
    if unknown:
        shown = ", ".join(unknown[:5]) + (" …" if len(unknown) > 5 else "")
        raise LabelError(
            f"{where}: label set {labels.name!r} names {len(unknown)} articles that the corpus does not have: {shown}. "
            f"{remedy}"
        )


def pick(sets: Mapping[str, LabelSet], name: str) -> LabelSet:
    if name not in sets:
        raise LabelError(f"no label set {name!r}; there are {', '.join(sorted(sets)) or 'none'}")
    return sets[name]
