"""The labels of one act, findable also by the spellings that lose the superscript's mark."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from przepis.law.citation_parser import Cite, Units, marked
from przepis.law.labels import Label, is_annex


class ActLabels:
    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = tuple(labels)  # in the order of the act
        self.order = sorted(Label.from_canonical(label) for label in labels if not is_annex(label))
        self._known = set(labels)
        self._flattened: dict[str, list[str]] = {}
        for label in labels:
            if "^" in label:
                self._flattened.setdefault(label.replace("^", ""), []).append(label)

    def find(self, cite: Cite, *, exact: bool = False) -> str | None:
        """The article's own label. ``exact``: a loose mark that makes no label means that there is no such article."""
        for mark in (*cite.displaced[:1], *((cite.loose,) if cite.loose else ())):
            label = marked(cite.label, mark)
            if label in self._known:
                return label
        if exact and cite.loose:
            return None
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
        if high < low and cite.to_label.isdigit():
            return [self._plain(f"{cite.label}^{cite.to_label}")]  # "385-1" is no range but 385¹
        inside = self.order[bisect_left(self.order, low) : bisect_right(self.order, high)]
        return [label.canonical for label in inside] or [None]

    def nearest(self, cite: Cite) -> list[str]:
        """The labels on both sides of one that is not there; superscripts of its own number first."""
        wanted = Label.from_canonical(cite.label)
        place = bisect_left(self.order, wanted)
        around = self.order[max(0, place - 1) : place + 1]
        own = [label for label in self.order if label.number == wanted.number]
        return [label.canonical for label in sorted({*around, *own[:2]})]

    def paths(self, cite: Cite, label: str) -> tuple[Units, ...]:
        """The units, with the superscript that PDF displaced put back on the paragraph it belongs to."""
        used = 1 if cite.displaced and label == f"{cite.label}^{cite.displaced[0]}" else 0
        marks = cite.displaced[used:]
        if not marks or not cite.units:
            return cite.paths
        first = (f"{cite.units[0]}^{marks[0]}", *cite.units[1:])
        return (first, *cite.more_units)
