"""What people really ask, with the provisions that the page answering them names: ``articles``, ``primary``.

Any named article counts as right under the label set ``any``; the one that answers most directly under ``primary``.
"""

from __future__ import annotations

from pathlib import Path

from przepis.evaluate.questions.formats.rows import read_rows
from przepis.evaluate.questions.labels import LabelMaker
from przepis.evaluate.questions.question_set import QuestionSet, sha256_of
from przepis.records import LabelSet, Question

ANY, PRIMARY = "any", "primary"


def read_real_needs(path: Path, maker: LabelMaker) -> QuestionSet:
    questions: list[Question] = []
    labels: dict[str, dict[str, tuple[str, ...]]] = {ANY: {}, PRIMARY: {}}
    unresolved: dict[str, str] = {}
    for row in read_rows(path, frozenset({"id", "query", "articles", "primary"})):
        own_id = f"{path.stem}-{row['id']}"
        questions.append(Question(own_id, row["query"], register="lay", meta={"kind": row.get("kind", "")}))
        named = _articles(row["articles"], maker)
        if named:
            labels[ANY][own_id] = named
            labels[PRIMARY][own_id] = _articles([row["primary"]], maker)[:1] or named[:1]
        else:
            unresolved[own_id] = f"no article of the corpus: {'; '.join(row['articles'])}"
    sets = {name: LabelSet(name, articles) for name, articles in labels.items()}
    return QuestionSet(path.stem, tuple(questions), sets, sha256_of([path]), ANY, unresolved)


def _articles(citations: list[str], maker: LabelMaker) -> tuple[str, ...]:
    found = [c.article_id for text in citations for c in maker.resolver.resolve(text) if c.article_id]
    return tuple(dict.fromkeys(found))
