"""An answer on a page of its own: what a form gets where there is no JavaScript."""

from __future__ import annotations

from typing import Any

from przepis.law.citations import format_citation
from przepis.library import Library
from przepis.records import Citation, Question
from przepis.serve.web.links import Links


def answer_view(library: Library, question: Question, act: str | None, links: Links) -> dict[str, Any]:
    answer = library.answered(question, act=act, language=links.language).answer
    return {"answer": answer, "bases": [_basis(library, cited, links) for cited in answer.citations]}


def _basis(library: Library, cited: Citation, links: Links) -> dict[str, str]:
    if cited.article_id is None or not cited.in_corpus:
        return {"name": cited.written, "href": "", "quote": ""}
    units = tuple(cited.unit.split("/")) if cited.unit else ()
    name = format_citation(cited.article_id, library.names, units)
    return {"name": name, "href": links.article(cited.article_id, units), "quote": cited.quote}
