"""Which articles a generator reads: at most ten, within 6,000 tokens, no article over 6,000 characters.

The paper's arithmetic: 2.3 characters a token, so 13,800 characters in all. Articles come in rank order;
one that no longer fits whole is cut where a unit ends, and what would be a mere scrap is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from przepis.law.labels import provision_name
from przepis.llm.calls import CHARS_PER_TOKEN
from przepis.records import Act, Article

MAX_ARTICLES = 10
MAX_TOKENS = 6_000
MAX_ARTICLE_CHARS = 6_000
MIN_CHARS = 300
"""Less than this of an article is not worth showing: it is dropped instead."""
CUT = " […]"


@dataclass(frozen=True, slots=True)
class Entry:
    number: int  # from 1, as shown to the model
    article_id: str
    title: str  # "art. 22¹ Kodeks cywilny", "art. 3 ustawa o radcach prawnych"
    text: str
    act_title: str = ""
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Context:
    entries: tuple[Entry, ...] = ()
    dropped: tuple[str, ...] = ()  # article_ids that did not fit

    @property
    def article_ids(self) -> tuple[str, ...]:
        return tuple(e.article_id for e in self.entries)

    @property
    def n_chars(self) -> int:
        return sum(len(e.text) for e in self.entries)


def build_context(
    articles: Iterable[tuple[Article, Act]],
    *,
    max_articles: int = MAX_ARTICLES,
    max_tokens: int = MAX_TOKENS,
    max_article_chars: int = MAX_ARTICLE_CHARS,
) -> Context:
    """Articles with their acts, best first. A later, shorter article may fit where an earlier one did not."""
    left = int(max_tokens * CHARS_PER_TOKEN)
    entries: list[Entry] = []
    dropped: list[str] = []
    for article, act in articles:
        room = min(left, max_article_chars)
        if len(entries) == max_articles or (len(article.text) > room and room < MIN_CHARS):
            dropped.append(article.article_id)
            continue
        text, truncated = cut(article, room)
        title = f"{provision_name(article.label, paragraphs=act.paragraphs)} {cited_name(act)}"
        entries.append(Entry(len(entries) + 1, article.article_id, title, text, act.title, truncated))
        left -= len(text)
    return Context(tuple(entries), tuple(dropped))


def cited_name(act: Act) -> str:
    """An act as it is cited: titles that begin with "o …" or "w sprawie …" say of what kind they are."""
    kinds = {"regulation": "rozporządzenie", "resolution": "uchwała"}
    return f"{kinds.get(act.kind, 'ustawa')} {act.title}" if act.title[:1].islower() else act.title


def cut(article: Article, room: int) -> tuple[str, bool]:
    """The text whole, or as much as fits up to the end of a unit, a sentence, a word; in that preference."""
    text = article.text
    if len(text) <= room:
        return text, False
    room -= len(CUT)
    ends = [u.end for u in article.units if room // 2 < u.end <= room]
    if ends:
        return text[: max(ends)].rstrip() + CUT, True
    sentence = text.rfind(". ", room // 2, room)
    if sentence > 0:
        return text[: sentence + 1] + CUT, True
    return text[:room].rsplit(" ", 1)[0] + CUT, True
