"""Citations: found, resolved to articles of the corpus (or to the reason why there is none), and printed.

``citation_parser`` reads them; here they meet the corpus.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from przepis.law import grammar
from przepis.law.citation_parser import Cite, Group, Units, format_citation, parse_citations, parse_groups
from przepis.law.labels import Label
from przepis.law.names import ActNames
from przepis.law.prefixes import prefixes

__all__ = [
    "CitationResolver",
    "Cite",
    "LabelsOf",
    "ResolvedCite",
    "as_citation_query",
    "format_citation",
    "parse_citations",
    "rejoin_bases",
    "resolve_citations",
]

LabelsOf = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class ResolvedCite:
    """``article_id`` or ``reason``: exactly one is set. A range gives one of these for each article in it."""

    cite: Cite
    act_id: str | None
    article_id: str | None
    reason: str = ""
    units: tuple[Units, ...] = ()


class CitationResolver:
    """Resolves citations against a corpus; keep one for many texts, it remembers each act's labels."""

    def __init__(self, names: ActNames, labels_of: LabelsOf) -> None:
        self._names = names
        self._labels_of = labels_of
        self._acts: dict[str, _ActLabels] = {}
        self._phrases: dict[str, str | None] = {}

    def resolve(self, text: str, default_act: str | None = None) -> list[ResolvedCite]:
        resolved: list[ResolvedCite] = []
        last_act: str | None = None
        for group in parse_groups(text, self._names, bare=default_act is None):
            act_id, reason = self._act(group, default_act, last_act)
            last_act = act_id if group.cites[0].act_words else last_act
            for cite in group.cites:
                resolved += self._articles(cite, self._own(cite, act_id, default_act), reason)
        return resolved

    def _own(self, cite: Cite, act_id: str | None, default_act: str | None) -> str | None:
        """In a list that ends with another act's name the first articles may be of the act that speaks."""
        if act_id is None or default_act in (None, act_id) or self._labels(act_id).find(cite):
            return act_id
        return default_act if default_act and self._labels(default_act).find(cite) else act_id

    def _act(self, group: Group, default_act: str | None, last_act: str | None) -> tuple[str | None, str]:
        words, date = group.cites[0].act_words, group.cites[0].act_date
        if not words:
            act_id = default_act or last_act
            return act_id, "" if act_id else "no act named"
        if grammar.SAME_ACT.fullmatch(words):
            same = last_act if words.lower().startswith("tej") and last_act else default_act
            return same, "" if same else f'"{words}" with no act before it'
        if grammar.NAMED_ELSEWHERE.match(words):
            return None, "act named through another provision"
        if default_act and words.startswith(_ORDINARY):
            return default_act, ""  # "art. 5 prawa do lokalu": ordinary words of a statute
        key = f"{date}|{words}"
        if key not in self._phrases:
            self._phrases[key] = self._names.resolve_leading(words, date)
        act_id = self._phrases[key]
        if act_id is None and words[0].islower() and not date and default_act:
            return default_act, ""  # "art. 5 ustawy stosuje się …": the act itself
        return act_id, "" if act_id else f'act not known: "{words[:80]}"'

    def _articles(self, cite: Cite, act_id: str | None, reason: str) -> Iterator[ResolvedCite]:
        if act_id is None:
            yield ResolvedCite(cite, None, None, reason, cite.paths)
            return
        labels = self._labels(act_id)
        if not labels.order:
            kind = self._names.kind(act_id)
            what = f"{kind}, not in the corpus" if kind in ("treaty", "regulation") else "act not in the corpus"
            yield ResolvedCite(cite, act_id, None, f"{what}: {self._names.title(act_id) or act_id}", cite.paths)
            return
        for label in labels.range(cite) if cite.to_label else (labels.find(cite),):
            if label is None:
                reason = f"no article {cite.label} in {self._names.abbreviation(act_id) or act_id}"
                yield ResolvedCite(cite, act_id, None, reason, cite.paths)
            else:
                yield ResolvedCite(cite, act_id, f"{act_id}#{label}", "", labels.paths(cite, label))

    def _labels(self, act_id: str) -> _ActLabels:
        if act_id not in self._acts:
            self._acts[act_id] = _ActLabels(self._labels_of(act_id))
        return self._acts[act_id]

    def query(self, text: str) -> list[str] | None:
        """Article ids when the whole text is a citation (empty where they do not exist), else None."""
        stripped = text.strip().rstrip(".?! ")
        groups = parse_groups(stripped, self._names)
        if not groups or not _covers(stripped, groups) or not all(self._named_wholly(g) for g in groups):
            return None
        found = [each.article_id for each in self.resolve(stripped) if each.article_id]
        return list(dict.fromkeys(found))

    def _named_wholly(self, group: Group) -> bool:
        """Does the act's phrase name an act and nothing more? (A question may run on after the name.)"""
        words, date = group.cites[0].act_words, group.cites[0].act_date
        if not words:
            return True
        act_id = self._names.resolve(words, date)
        if act_id is None or not date:
            return act_id is not None
        extra = prefixes(words, 4) - prefixes(self._names.title(act_id), 4)
        return len(extra) <= 3


class _ActLabels:
    """The labels of one act, findable also by the spellings that lose the superscript's mark."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.order = sorted(Label.from_canonical(label) for label in labels)
        self._known = set(labels)
        self._flattened: dict[str, list[str]] = {}
        for label in labels:
            if "^" in label:
                self._flattened.setdefault(label.replace("^", ""), []).append(label)

    def find(self, cite: Cite) -> str | None:
        marks = (cite.displaced[:1] or ()) + ((cite.loose,) if cite.loose else ())
        for mark in marks:
            if f"{cite.label}^{mark}" in self._known:
                return f"{cite.label}^{mark}"
        return self._plain(cite.label)

    def _plain(self, label: str) -> str | None:
        if label in self._known:
            return label
        flat = self._flattened.get(label, [])
        return flat[0] if len(flat) == 1 else None

    def range(self, cite: Cite) -> list[str | None]:
        first, last = self.find(cite), self._plain(cite.to_label)
        low = Label.from_canonical(first or cite.label)
        high = Label.from_canonical(last or cite.to_label)
        inside = self.order[bisect_left(self.order, low) : bisect_right(self.order, high)]
        return [label.canonical for label in inside] or [None]

    def paths(self, cite: Cite, label: str) -> tuple[Units, ...]:
        """The units, with the superscript that PDF displaced put back on the paragraph it belongs to."""
        used = 1 if cite.displaced and label == f"{cite.label}^{cite.displaced[0]}" else 0
        marks = cite.displaced[used:]
        if not marks or not cite.units:
            return cite.paths
        first = (f"{cite.units[0]}^{marks[0]}", *cite.units[1:])
        return (first, *cite.more_units)


def _covers(text: str, groups: Sequence[Group]) -> bool:
    rest, position = "", 0
    for group in groups:
        rest += " " + text[position : group.start]
        position = group.end
    rest += " " + text[position:]
    return all(word in _JOINTS for word in rest.lower().replace(",", " ").replace(";", " ").split())


_ORDINARY = ("prawa ", "prawo ", "karty ", "karta ", "konwencji ", "traktatu ")
_JOINTS = frozenset({"i", "oraz", "lub", "albo", "w", "zw.", "związku", "z", "a", "także", "przepis", "treść"})


def resolve_citations(
    text: str, names: ActNames, labels_of: LabelsOf, default_act: str | None = None
) -> list[ResolvedCite]:
    """Every citation in the text, resolved; ``default_act`` is the act whose text this is."""
    return CitationResolver(names, labels_of).resolve(text, default_act)


def as_citation_query(text: str, names: ActNames, labels_of: LabelsOf) -> list[str] | None:
    """Article ids when the whole query is a citation, else None."""
    return CitationResolver(names, labels_of).query(text)


def rejoin_bases(bases: Sequence[str]) -> list[str]:
    """Undo a line break in an answer key that ran the next question's basis into the one before.

    A basis that cites no article is the rest of the last citation of the basis before it.
    """
    joined = list(bases)
    for index in range(1, len(joined)):
        groups = parse_groups(joined[index - 1])
        if len(groups) > 1 and joined[index].strip() and not parse_groups(joined[index]):
            cut = groups[-1].start
            joined[index] = f"{joined[index - 1][cut:].strip()} {joined[index].strip()}"
            joined[index - 1] = joined[index - 1][:cut].strip()
    return joined
