"""What is left to annotate, in order: everything in force that has no annotation of its present wording."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from przepis.errors import InputError
from przepis.records import Act, Article
from przepis.surrogates.corpus import AnnotatedCorpus
from przepis.surrogates.priority import by_priority

EXTRACTIVE = "extractive"


@dataclass(frozen=True, slots=True)
class Task:
    act: Act
    article: Article


def pending(
    corpus: AnnotatedCorpus,
    *,
    act_ids: Sequence[str] = (),
    replace_extractive: bool = True,
    prompt_version: str = "",
) -> Iterator[Task]:
    """Articles without a current annotation, important acts first.

    With ``prompt_version``, annotations a model wrote under another version count as missing too.
    """
    known = current_annotations(corpus)
    for act in _chosen(corpus, act_ids):
        for article in corpus.articles(act.act_id):
            if article.repealed or not article.text.strip():
                continue
            found = known.get(article.article_id)
            if found is None or found[0] != article.text_hash:
                yield Task(act, article)
            elif found[1] == EXTRACTIVE:
                if replace_extractive:
                    yield Task(act, article)
            elif prompt_version and found[2] != prompt_version:
                yield Task(act, article)


def current_annotations(corpus: AnnotatedCorpus) -> dict[str, tuple[str, str, str]]:
    """article_id -> (text_hash it was written for, annotator, prompt version)."""
    return {s.article_id: (s.text_hash, s.annotator, s.prompt_version) for s in corpus.surrogates()}


def _chosen(corpus: AnnotatedCorpus, act_ids: Sequence[str]) -> list[Act]:
    acts = {a.act_id: a for a in corpus.acts()}
    unknown = [a for a in act_ids if a not in acts]
    if unknown:
        raise InputError(f"the corpus has no act {unknown[0]}; `przepis acts` finds what it has")
    return by_priority((acts[a] for a in act_ids) if act_ids else acts.values())
