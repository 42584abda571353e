"""Annotation without a model: headings, key phrases, and sentences turned into questions by patterns.

Weaker than a model's and marked so: the annotator is "extractive", a later annotation by a model replaces
it, and it never replaces one. It costs nothing and covers every article.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from przepis.records import Act, Article, Surrogate
from przepis.surrogates.corpus import AnnotatedCorpus
from przepis.surrogates.patterns import RUN, Asked, ask
from przepis.surrogates.plan import EXTRACTIVE, Task
from przepis.surrogates.sentences import clip, sentences, without_addresses
from przepis.surrogates.validate import COPIED_WORDS, has_address, longest_copy

VERSION = "extract-1"
MAX_LAY, MAX_PRACTITIONER, MAX_CONCEPTS = 4, 2, 10
GROUP = 500
MAX_SENTENCES = 40

_NUMBERED = re.compile(
    r"^(?:część|księga|tytuł|dział|rozdział|oddział|pododdział)\s+[\w^]+(?:\s+i\s+\w+)?\s*[.:–-]?\s*",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{3,}(?:-[^\W\d_]+)*")
_STOP_WORDS = """
    oraz albo lub jeżeli jest być dla przez przy nad pod bez jego jej ich który która które którego
    której których którym którymi tego tej tym tych ten ta nie się może mogą art ust pkt lit ustawy
    ustawie ustawa przepis przepisy przepisów mowa dnia dni niniejszej niniejszego stosuje
    odpowiednio także również jednak oraz jako aby gdy niż między ma mają zostać został została były
    był jeśli chyba tylko inne innych inny każdy każdego określone określonych określa określi
    drodze rozporządzenia właściwy spraw sprawie sprawach zakresie terminie razie wypadku przypadku
    przypadkach sposób jakie jaki jaka podstawie zgodnie zwany zwana zwane dalej
"""
_STOP = frozenset(_STOP_WORDS.split())


def extract(act: Act, article: Article) -> Surrogate:
    """Of one article; always gives a summary, a theme and at least one question in each register."""
    lines = sentences(article.text)
    asked = [_fit(a, article.text) for line in lines[:MAX_SENTENCES] if (a := ask(line)) is not None]
    theme = theme_of(act, article)
    phrases = key_phrases(article.text, 8)
    lay, practitioner = _questions(asked, theme, phrases)
    about = [word for a in asked for word in a.about]
    concepts = [c for c in dict.fromkeys([*about, *phrases]) if 2 <= len(c) <= 60]
    return Surrogate(
        article_id=article.article_id,
        text_hash=article.text_hash,
        summary=_summary(lines, theme),
        theme=theme,
        concepts=tuple(concepts[:MAX_CONCEPTS]) or (theme[:60],),
        lay=tuple(lay),
        practitioner=tuple(practitioner),
        keywords=(_keywords(theme, phrases),),
        annotator=EXTRACTIVE,
        prompt_version=VERSION,
    )


def extract_all(corpus: AnnotatedCorpus, tasks: Iterable[Task]) -> int:
    """Tasks of ``plan.pending(replace_extractive=False)``: what has no current annotation at all."""
    n_done = 0
    group: list[Surrogate] = []
    for task in tasks:
        group.append(extract(task.act, task.article))
        if len(group) >= GROUP:
            n_done += corpus.put_surrogates(group)
            group = []
    return n_done + corpus.put_surrogates(group)


def theme_of(act: Act, article: Article) -> str:
    """The nearest heading that has words; else the act's own name."""
    for heading in reversed(article.headings):
        words = _NUMBERED.sub("", heading).strip(" .")
        if len(words) > 2:
            return clip(words, RUN)[:90]
    return clip(act.title, RUN)[:90]


def key_phrases(text: str, limit: int) -> list[str]:
    """Pairs of neighbouring content words, then single ones, by frequency and earliness."""
    found: Counter[str] = Counter()
    order: dict[str, int] = {}
    for run in _runs(text):
        for size in (2, 1):
            for start in range(len(run) - size + 1):
                phrase = " ".join(run[start : start + size])
                order.setdefault(phrase, len(order))
                found[phrase] += 2 if size == 2 else 1
    ranked = sorted(found, key=lambda p: (-found[p], order[p]))
    kept: list[str] = []
    for phrase in ranked:
        if not any(phrase in other for other in kept):
            kept.append(phrase)
        if len(kept) == limit:
            break
    return kept


def _runs(text: str) -> Iterator[list[str]]:
    """Content words that stand next to each other, broken by stop words and punctuation."""
    for part in re.split(r"[.,;:()\n„”–]|\d+", text.lower()):
        run: list[str] = []
        for word in part.split():
            bare = word.strip("\"'§^[]")
            if _WORD.fullmatch(bare) and bare not in _STOP:
                run.append(bare)
            else:
                if run:
                    yield run
                run = []
        if run:
            yield run


def _fit(asked: Asked, text: str) -> Asked:
    """Without the questions that copy too much or carry an address; the rules are those for a model's."""
    return Asked(asked.kind, _original(asked.lay, text), _original(asked.practitioner, text), asked.about)


def _original(questions: tuple[str, ...], text: str) -> tuple[str, ...]:
    return tuple(q for q in questions if longest_copy(q, text) < COPIED_WORDS and not has_address(q))


def _questions(asked: list[Asked], theme: str, phrases: list[str]) -> tuple[list[str], list[str]]:
    """One question a sentence first, so that long articles are covered; second ones fill what is left."""
    first = [a.lay[0] for a in asked if a.lay]
    second = [q for a in asked for q in a.lay[1:]]
    lay = list(dict.fromkeys([*first, *second]))[:MAX_LAY]
    practitioner = list(dict.fromkeys(q for a in asked for q in a.practitioner))[:MAX_PRACTITIONER]
    subject = clip(phrases[0] if phrases else theme, RUN)
    about = theme[:1].lower() + theme[1:]
    if len(lay) < 2:
        lay += [f"Co mówi prawo, gdy chodzi o: {subject}?", f"Jakie są zasady: {about}?"][: 2 - len(lay)]
    if not practitioner:
        practitioner = [f"Jaka jest regulacja ustawowa w przedmiocie: {about}?"]
    return [q[:220] for q in lay], [q[:280] for q in practitioner]


def _summary(lines: list[str], theme: str) -> str:
    """The first sentences that say something, cut at a word."""
    text = ""
    for line in lines:
        text = f"{text} {without_addresses(line)}.".strip()
        if len(text) >= 80:
            break
    if len(text) > 300:
        text = text[:300].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"
    return text if len(text) >= 30 else f"{theme}: {text}"


def _keywords(theme: str, phrases: list[str]) -> str:
    words = " ".join([theme.lower(), *phrases[:2]]).split()
    return " ".join(list(dict.fromkeys(w.strip(".,;:()?") for w in words))[:8])
