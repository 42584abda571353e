"""Citations: found, resolved to articles of the corpus (or to the reason why there is none), and printed.

``citation_parser`` and ``bare`` find them in any text; here they meet the corpus. ``reading`` is for a text that may be
nothing but a citation: what a person types, what a program verifies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from przepis.law import grammar
from przepis.law.act_labels import ActLabels
from przepis.law.bare import bare_groups
from przepis.law.citation_parser import ArticleReader, Cite, Group, TextKind, Units, abbreviations_of, named
from przepis.law.names import ActNames
from przepis.law.printing import format_citation
from przepis.law.years import Said, year_after

__all__ = [
    "CitationResolver",
    "Cite",
    "LabelsOf",
    "ResolvedCite",
    "format_citation",
    "parse_citations",
    "parse_groups",
    "rejoin_bases",
]

LabelsOf = Callable[[str], Sequence[str]]
Problem = Literal[
    "",
    "no_act",
    "named_elsewhere",
    "unknown_act",
    "another_time",
    "not_in_corpus",
    "ended_act",
    "no_article",
    "no_paragraphs",
]


@dataclass(frozen=True, slots=True)
class ResolvedCite:
    """``article_id`` or ``reason``: exactly one is set. A range gives one of these for each article in it.

    ``problem`` is the reason as a key of the message catalogue; ``nearest`` are articles of the act on both sides
    of the one that it does not have.
    """

    cite: Cite
    act_id: str | None
    article_id: str | None
    reason: str = ""
    units: tuple[Units, ...] = ()
    problem: Problem = ""
    nearest: tuple[str, ...] = ()


def parse_citations(text: str) -> list[Cite]:
    """Every citation in the text, in order."""
    return [cite for group in parse_groups(text) for cite in group.cites]


def parse_groups(
    text: str, names: ActNames | None = None, kind: TextKind = "sentence", *, paragraphs: bool = False
) -> list[Group]:
    """Citations grouped by the act they share. ``paragraphs``: the text is a regulation's, whose articles are §."""
    reader = ArticleReader(text, abbreviations_of(names), kind, paragraphs=paragraphs)
    groups = list(reader.groups())
    if kind != "statute":
        groups += bare_groups(reader, groups, whole=kind == "query")
    return sorted(groups, key=lambda group: group.start)


class CitationResolver:
    """Resolves citations against a corpus; keep one for many texts, it remembers each act's labels."""

    def __init__(self, names: ActNames, labels_of: LabelsOf) -> None:
        self.names = names
        self._labels_of = labels_of
        self._acts: dict[str, ActLabels] = {}
        self._phrases: dict[str, str | None] = {}

    def resolve(self, text: str, default_act: str | None = None) -> list[ResolvedCite]:
        """Every citation in running text; ``default_act`` is the act whose text this is."""
        kind: TextKind = "sentence" if default_act is None else "statute"
        paragraphs = default_act is not None and self.names.has_paragraphs(default_act)
        groups = parse_groups(text, self.names, kind, paragraphs=paragraphs)
        resolved: list[ResolvedCite] = []
        last_act: str | None = None
        for group in groups:
            act_id, reason, problem = self._act(group, default_act, last_act)
            if act_id is not None and default_act is None and self.of_other_state(act_id, group, text):
                act_id, reason, problem = (
                    None,
                    f'law of another state: "{group.cites[0].act_words[:80]}"',
                    "unknown_act",
                )
            other = "" if act_id is None or default_act is not None else self._of_another_year(act_id, group, text)
            if other:
                act_id, reason = None, f"no act of that name and time in the corpus: {other}"
                problem = "another_time" if self.names.of_another_time(other) else "unknown_act"
            last_act = act_id if group.cites[0].act_words else last_act
            for cite in group.cites:
                cite = named(cite, other) if other else cite
                own = self._own(cite, act_id, default_act)
                resolved += self.articles(cite, own, reason, problem)
        return resolved

    def _of_another_year(self, act_id: str, group: Group, text: str) -> str:
        """A person who writes "kk z 1969" means a code that is gone, and is not shown the one of today for it: its name
        with the year, or nothing where the act can be of that year."""
        words = group.cites[0].act_words
        for said, name in self._years(words, text[group.end :]):
            return "" if self.names.of_time(act_id, said) else f"{name} {said.words}"
        return ""

    def of_other_state(self, act_id: str, group: Group, text: str) -> bool:
        """Does another state's name follow the act's? A title may have one itself ("… obywatelom Ukrainy …")."""
        words = re.sub(r"^\s*ustaw\w+\s+", "", group.cites[0].act_words).split()
        title = self.names.title(act_id)
        n_named = len(title.split()) if len(words) > 1 else len(words)
        follows = " ".join(words[n_named:]) or text[group.end :].lstrip()
        return grammar.OTHER_STATE.match(follows) is not None and grammar.OTHER_STATE.search(title) is None

    def _years(self, words: str, after: str) -> Iterator[tuple[Said, str]]:
        """Years said with a name, in its words or right behind them. A bare one must follow the whole of the name."""
        for gap in _BEFORE_YEAR.finditer(words):
            name, said = words[: gap.start()], year_after(words[gap.end() :])
            if said is not None and (said.exact or self.names.named(name) or self.names.resolve(name)):
                yield said, name
        if (said := year_after(after)) is not None:
            yield said, words

    def _own(self, cite: Cite, act_id: str | None, default_act: str | None) -> str | None:
        """In a list that ends with another act's name the first articles may be of the act that speaks."""
        if act_id is None or default_act in (None, act_id) or self.labels(act_id).find(cite):
            return act_id
        return default_act if default_act and self.labels(default_act).find(cite) else act_id

    def _act(self, group: Group, default_act: str | None, last_act: str | None) -> tuple[str | None, str, Problem]:
        words, date = group.cites[0].act_words, group.cites[0].act_date
        speaking = default_act
        if default_act is not None and group.cites[0].sign == "art." and self.names.has_paragraphs(default_act):
            speaking = None  # "art. 5 ustawy" in a regulation is of the statute it rests on
        if not words:
            act_id = speaking or last_act
            return (act_id, "", "") if act_id else (None, "no act named", "no_act")
        if grammar.SAME_ACT.fullmatch(words) or grammar.OWN_REGULATION.fullmatch(words):
            same = last_act if words.lower().startswith("tej") and last_act else speaking
            return (same, "", "") if same else (None, f'"{words}" with no act before it', "no_act")
        if grammar.NAMED_ELSEWHERE.match(words):
            return None, "act named through another provision", "named_elsewhere"
        if speaking and words.startswith(_ORDINARY):
            return speaking, "", ""  # "art. 5 prawa do lokalu": ordinary words of a statute
        key = f"{date}|{words}"
        if key not in self._phrases:
            self._phrases[key] = self.names.resolve_leading(words, date) or self._slip(words, default_act)
        act_id = self._phrases[key]
        if act_id is None and words[0].islower() and not date and speaking:
            return speaking, "", ""  # "art. 5 ustawy stosuje się …": the act itself
        return (act_id, "", "") if act_id else (None, f'act not known: "{words[:80]}"', "unknown_act")

    def _slip(self, words: str, default_act: str | None) -> str | None:
        """What a person misspelt; a statute does not, and its words run on."""
        if default_act is not None:
            return None
        parts = words.split()
        found = (self.names.exactly(" ".join(parts[:n])) for n in range(min(len(parts), _LONGEST_SLIP), 1, -1))
        return next((match.act_id for match in found if match is not None and match.how != "beginning"), None)

    def articles(
        self, cite: Cite, act_id: str | None, reason: str = "", problem: Problem = "", *, exact: bool = False
    ) -> Iterator[ResolvedCite]:
        """What the cite names in the act. ``exact``: a mark that fits no label is not passed over."""
        if act_id is None:
            yield ResolvedCite(cite, None, None, reason, cite.paths, problem)
            return
        labels, title = self.labels(act_id), self.names.title(act_id) or act_id
        if not labels.order:
            kind = self.names.kind(act_id)
            what = f"{kind}, not in the corpus" if kind in ("treaty", "regulation") else "act not in the corpus"
            yield ResolvedCite(cite, act_id, None, f"{what}: {title}", cite.paths, "not_in_corpus")
            return
        if cite.sign == "§" and not self.names.has_paragraphs(act_id):
            yield ResolvedCite(
                cite, act_id, None, f"the provisions of {title} are articles, not §", cite.paths, "no_paragraphs"
            )
            return
        found = labels.range(cite) if cite.to_label else [labels.find(cite, exact=exact)]
        for label in found or [None]:
            if label is None:
                short = self.names.abbreviation(act_id) or act_id
                near = tuple(f"{act_id}#{label}" for label in labels.nearest(cite))
                upto = f"-{cite.to_label}" if cite.to_label else ""
                missing = f"no article {cite.written}{upto} in {short}"
                yield ResolvedCite(cite, act_id, None, missing, cite.paths, "no_article", near)
            else:
                yield ResolvedCite(cite, act_id, f"{act_id}#{label}", "", labels.paths(cite, label))

    def labels(self, act_id: str) -> ActLabels:
        if act_id not in self._acts:
            self._acts[act_id] = ActLabels(self._labels_of(act_id))
        return self._acts[act_id]


_LONGEST_SLIP = 8  # words
_BEFORE_YEAR = re.compile(r"(?<=[^\W\d_]{3})\s+(?=(?:z\s+)?(?:r(?:oku?|\.)\s+)?\d{4}\b)", re.IGNORECASE)
"""Not in "Dz. U. z 2022", which is no name."""
_ORDINARY = ("prawa ", "prawo ", "karty ", "karta ", "konwencji ", "traktatu ")


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
