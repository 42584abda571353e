"""Headings of a printed act: which of them an article stands under."""

from __future__ import annotations

import re

from przepis.sources.pdf.wordings import Joiner

_RANKS = {"księga": 1, "część": 1, "tytuł": 2, "dział": 3, "rozdział": 4, "oddział": 5}
_DESIGNATION = re.compile(
    r"(?P<kind>księga|część|tytuł|dział|rozdział|oddział)\s+(?P<which>[\wÀ-ž]+(?:\^\d+[a-z]?)?)", re.I
)


class HeadingStack:
    """Headings from the outermost. Parts hold books in one code and books hold parts in another: the first wins."""

    def __init__(self) -> None:
        self.entries: list[tuple[str, str, str]] = []  # (kind, designation, title)
        self.is_open = False

    def designates(self, text: str) -> bool:
        found = _DESIGNATION.fullmatch(text)
        return found is not None and found["kind"][0].isupper()

    def push(self, text: str) -> None:
        found = _DESIGNATION.fullmatch(text)
        assert found is not None
        kind = found["kind"].lower()
        if any(entry[0] == kind for entry in self.entries):
            while self.entries.pop()[0] != kind:
                pass
        else:
            self.entries = [entry for entry in self.entries if _RANKS[entry[0]] <= _RANKS[kind]]
        self.entries.append((kind, f"{found['kind'].capitalize()} {found['which']}", ""))
        self.is_open = True

    def extend(self, words: str, joiner: Joiner) -> None:
        """The title below the designation, over as many lines as it takes."""
        kind, designation, title = self.entries[-1]
        self.entries[-1] = (kind, designation, joiner.join(title, words))

    def close(self) -> tuple[str, ...]:
        """What the article that begins now stands under."""
        self.is_open = False
        return tuple(f"{which}. {title.rstrip('.')}" if title else which for _, which, title in self.entries)
