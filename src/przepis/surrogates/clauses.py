"""Final clauses annotated by rule: from when an act is law, and what it replaced.

Every act has such articles and hardly two differ, so nobody's words are needed for them; but "od kiedy obowiązuje …"
is asked, and the statute says "wchodzi w życie". Marked as extracted: a model's annotation replaces them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from przepis.corpus.store import Store
from przepis.records import Act, Article, Surrogate
from przepis.surrogates.plan import EXTRACTIVE
from przepis.surrogates.sentences import clip

VERSION = "clause-1"
MAX_CHARS = 900  # a longer article rules something besides
_TITLE_WORDS = 14
_BEGINS = re.compile(r"\bwchodz(?:i|ą) w życie\b", re.IGNORECASE)
_ENDS = re.compile(r"\b(?:u?trac(?:i|ą)|stracił[aoy]?) moc\b", re.IGNORECASE)
_CHANGES = re.compile(r"otrzymuj[eą] brzmienie|wprowadza się następujące zmiany|w brzmieniu:", re.IGNORECASE)


def annotate_clauses(store: Store) -> int:
    """Of every article that nobody annotated and that says no more than that; returns how many."""
    annotated = {surrogate.article_id for surrogate in store.surrogates()}
    acts = {act.act_id: act for act in store.acts()}
    found = [
        surrogate
        for article in store.articles()
        if article.article_id not in annotated and not article.repealed
        for surrogate in clause_surrogates(acts[article.act_id], article)
    ]
    return store.put_surrogates(found)


def clause_surrogates(act: Act, article: Article) -> Iterator[Surrogate]:
    """One where the article is such a clause, none elsewhere."""
    if len(article.text) > MAX_CHARS or _CHANGES.search(article.text):
        return
    name = clip(_name(act), _TITLE_WORDS)
    begins, ends = _BEGINS.search(article.text) is not None, _ENDS.search(article.text) is not None
    if not (begins or ends):
        return
    said, concepts, lay, keywords = [], [], [], []
    if begins:
        said.append("od kiedy obowiązuje")
        concepts += ["wejście w życie", "data wejścia w życie", "termin obowiązywania", "od kiedy obowiązuje"]
        lay.append(f"Od kiedy obowiązuje {name}?")
        keywords.append(f"wejście w życie {name}")
    if ends:
        said.append("co przestało przez to obowiązywać")
        concepts += ["utrata mocy", "uchylenie poprzednich przepisów", "czy jeszcze obowiązuje"]
        lay.append(f"Jakie wcześniejsze przepisy zastępuje {name} i czy jeszcze obowiązują?")
        keywords.append(f"uchylenie poprzednich przepisów {name}")
    yield Surrogate(
        article_id=article.article_id,
        text_hash=article.text_hash,
        summary=f"Mówi, {' i '.join(said)}: {name}.",
        theme="przepis końcowy",
        concepts=tuple(concepts),
        lay=tuple(lay),
        keywords=tuple(keywords),
        annotator=EXTRACTIVE,
        prompt_version=VERSION,
    )


def _name(act: Act) -> str:
    """As a sentence names it: ``ustawa o pomocy społecznej``, ``rozporządzenie w sprawie …``, ``Kodeks pracy``."""
    if act.paragraphs:
        return f"rozporządzenie {act.title}"
    return f"ustawa {act.title}" if act.title[:2].lower() == "o " else act.title
