"""The legal basis a model wrote, checked: does the provision exist, was it among the articles shown, what
does it say.

The text shown beside an answer is always the corpus's own, never the model's.
"""

from __future__ import annotations

from collections.abc import Callable

from przepis.answer.context import Context
from przepis.corpus.units import find_cited, lacks_numbers, whole_text
from przepis.errors import CitationError
from przepis.law.citations import ResolvedCite
from przepis.law.prefixes import prefixes
from przepis.law.reading import CitationReader
from przepis.records import Article, Citation

MAX_QUOTE = 1_500
SAME_TITLE = 0.8
_UNIT_WORDS = frozenset({"art", "artyk", "ust", "pkt", "lit", "zd", "zdani"})


class Verifier:
    """``article_of`` gives an article's text by id, raising CitationError where there is none
    (``Store.article``).
    """

    def __init__(self, reader: CitationReader, article_of: Callable[[str], Article]) -> None:
        self._reader = reader
        self._article_of = article_of

    def verify(self, written: str, context: Context) -> list[Citation]:
        """One citation a provision named; one without an article where the words name none."""
        resolved = self._reader.resolve(written)
        if not resolved:
            return [Citation(written.strip(), None)]
        return [self._citation(written, one, context) for one in resolved]

    def _citation(self, written: str, one: ResolvedCite, context: Context) -> Citation:
        words = written[one.cite.start : one.cite.end].strip() or written.strip()
        article_id = one.article_id
        if article_id is None:
            article_id = _shown(one.cite.label, written, context)
        if article_id is None:
            return Citation(words, None)
        try:
            article = self._article_of(article_id)
        except CitationError:
            return Citation(words, None)
        path = next(iter(one.units or one.cite.paths), ())
        unit = find_cited(article.text, article.units, path) if path else None
        may_be = not article.units or lacks_numbers(article.text, article.units)
        return Citation(
            written=words,
            article_id=article_id,
            unit="/".join(unit.path) if unit is not None else "",
            in_context=article_id in context.article_ids,
            # A paragraph that the article does not have was made up, even though the article exists.
            in_corpus=not path or unit is not None or may_be,
            quote=_clip(whole_text(article.text, article.units, unit)),
        )


def _shown(label: str, written: str, context: Context) -> str | None:
    """The article shown that is meant: the only one of that number, and of the act named if one is.

    The model copies names as the context gives them, also of acts that nobody cites by name.
    """
    words = prefixes(written) - _UNIT_WORDS
    found = [
        entry.article_id
        for entry in context.entries
        if entry.article_id.partition("#")[2] == label and (not words or _names(words, entry.act_title))
    ]
    return found[0] if len(found) == 1 else None


def _names(words: frozenset[str], title: str) -> bool:
    """Whether nearly all of the title's words are among those written."""
    wanted = prefixes(title)
    return bool(wanted) and len(wanted & words) / len(wanted) >= SAME_TITLE


def _clip(text: str) -> str:
    return text if len(text) <= MAX_QUOTE else text[:MAX_QUOTE].rsplit(" ", 1)[0] + " […]"
