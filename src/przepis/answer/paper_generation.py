"""Generation as in the paper: the first ten articles, one option and one legal basis, no explanation.

A basis outside the articles shown is allowed, as there; what is cited is scored, and nothing is withheld. The product's
own generation (``generate``) answers in sentences from the articles alone.
"""

from __future__ import annotations

import dataclasses

from przepis.answer.citations import Verifier
from przepis.answer.context import Context
from przepis.answer.generate import STAGE, Generated, question_values, read_option, shown_articles
from przepis.errors import ModelOutputError
from przepis.llm.client import Client
from przepis.llm.prompts import load_prompt
from przepis.llm.schema import Form
from przepis.records import Answer, Question


class PaperForm(Form):
    option: str
    legal_basis: str


SCHEMA = PaperForm.schema_for_model()


def generate_as_paper(question: Question, context: Context, client: Client, verifier: Verifier) -> Generated:
    """One call, also without articles: the closed-book control is the same request with none."""
    prompt = load_prompt("przepis.llm", "paper_answer")
    user = prompt.render(**question_values(question), articles=shown_articles(context))
    shown = context.article_ids
    try:
        done = client.complete(STAGE, prompt.system, user, SCHEMA, prompt.max_tokens, item=question.question_id)
    except ModelOutputError as error:
        unusable = Answer("", abstained=True, reason="unusable")
        return Generated(unusable, error.usage, shown, (f"{STAGE}: {error.fault}",))
    form = PaperForm(**done.data)
    written = form.legal_basis.strip()
    # One basis, kept as it was written with its act: the authors' scorer reads the words themselves.
    named = verifier.verify(written, context) if written else ()
    citations = tuple(dataclasses.replace(one, written=written) for one in named)
    option = read_option(form.option, len(question.options))
    faults = [f"{STAGE}: no such option"] if question.options and not option else []
    faults += [] if citations else [f"{STAGE}: no legal basis"]
    return Generated(Answer("", option, citations), done.usage, shown, tuple(faults))
