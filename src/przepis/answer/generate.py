"""From a question and a few articles to an answer that names its legal basis, or to an honest refusal.

One call. The model's citations are checked against the articles it was given and the corpus
(``citations``); an answer whose basis does not exist is withheld.
"""

from __future__ import annotations

import string
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from przepis.answer.citations import Verifier
from przepis.answer.context import Context
from przepis.answer.partial import AnswerText
from przepis.errors import ModelOutputError
from przepis.llm.calls import Completion
from przepis.llm.client import Client
from przepis.llm.fence import fence
from przepis.llm.prompts import load_prompt
from przepis.llm.schema import Form
from przepis.messages import Language, Messages
from przepis.records import NO_USAGE, Answer, Question, Usage

STAGE = "answer"
LETTERS = string.ascii_uppercase
MAX_BASES = 5


class AnswerForm(Form):
    """What the model fills; the answer first, for it is what a stream shows."""

    answer: str
    option: str
    legal_basis: list[str]
    sufficient: bool


SCHEMA = AnswerForm.schema_for_model()


@dataclass(frozen=True, slots=True)
class Generated:
    """The answer and what it took."""

    answer: Answer
    usage: Usage = NO_USAGE
    context: tuple[str, ...] = ()  # article_ids shown
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Asked:
    system: str
    user: str
    max_tokens: int


def generate(
    question: Question,
    context: Context,
    client: Client,
    verifier: Verifier,
    *,
    closed_book: bool = False,
    language: Language = "pl",
) -> Generated:
    """``closed_book`` is the paper's control: no articles are shown, and none is required to be cited from
    them.
    """
    streaming = stream_answer(
        question, context, client, verifier, closed_book=closed_book, language=language, stream=False
    )
    while True:
        try:
            next(streaming)
        except StopIteration as end:
            done: Generated = end.value
            return done


def stream_answer(
    question: Question,
    context: Context,
    client: Client,
    verifier: Verifier,
    *,
    closed_book: bool = False,
    language: Language = "pl",
    stream: bool = True,
) -> Generator[str, None, Generated]:
    """Pieces of the answer's text as they come; the generator returns the checked whole.

    What was streamed is a draft: the caller shows the returned answer, which may have been withheld, at the
    end.
    """
    if not context.entries and not closed_book:
        return Generated(_abstain("no-articles", language))
    asked = _ask(question, context, closed_book=closed_book)
    n_options = len(question.options)

    def check(data: Any) -> list[str]:
        return data_problems(data, n_options)

    try:
        if stream:
            draft = AnswerText()
            pieces = client.stream(
                STAGE, asked.system, asked.user, SCHEMA, asked.max_tokens, item=question.question_id, check=check
            )
            done = yield from _drafts(pieces, draft)
        else:
            done = client.complete(
                STAGE, asked.system, asked.user, SCHEMA, asked.max_tokens, item=question.question_id, check=check
            )
    except ModelOutputError as error:
        faults = (f"{STAGE}: {error.fault}",)
        return Generated(_abstain("unusable", language), error.usage, context.article_ids, faults)
    answer = judge_answer(
        AnswerForm(**done.data), question, context, verifier, closed_book=closed_book, language=language
    )
    return Generated(answer, done.usage, context.article_ids)


def judge_answer(
    form: AnswerForm,
    question: Question,
    context: Context,
    verifier: Verifier,
    *,
    closed_book: bool = False,
    language: Language = "pl",
) -> Answer:
    """The model's form as an Answer: citations verified, and withheld when nothing holds it up.

    A withheld answer keeps the option and the citations, so that a reader can see what was refused and why.
    """
    option = read_option(form.option, len(question.options))
    written = [text for text in form.legal_basis[:MAX_BASES] if text.strip()]
    citations = tuple(c for text in written for c in verifier.verify(text, context))
    text = form.answer.strip()
    if not form.sufficient and not closed_book:
        return Answer(text or Messages(language)("abstained-insufficient"), option, citations, True, "insufficient")
    if closed_book:
        return Answer(text, option, citations)
    if not citations:
        return Answer(Messages(language)("abstained-no-basis"), option, (), True, "no-basis")
    if not any(c.in_corpus for c in citations):
        return Answer(Messages(language)("abstained-basis-unverified"), option, citations, True, "basis-unverified")
    return Answer(text, option, citations)


def data_problems(data: Any, n_options: int) -> list[str]:
    """What a repair can be asked to mend."""
    found = []
    if not data["answer"].strip():
        found.append("answer: puste")
    if n_options and data["sufficient"] and not read_option(data["option"], n_options):
        found.append(f"option: jedna litera od A do {LETTERS[n_options - 1]}")
    return found


def _drafts(pieces: Generator[str, None, Completion], draft: AnswerText) -> Generator[str, None, Completion]:
    while True:
        try:
            piece = next(pieces)
        except StopIteration as end:
            done: Completion = end.value
            return done
        if words := draft.feed(piece):
            yield words


def _ask(question: Question, context: Context, *, closed_book: bool) -> _Asked:
    prompt = load_prompt("przepis.llm", "closed_book" if closed_book else "answer")
    values = question_values(question)
    if not closed_book:
        values["articles"] = shown_articles(context)
    return _Asked(prompt.system, prompt.render(**values), prompt.max_tokens)


def question_values(question: Question) -> dict[str, str]:
    """The question and its options as a prompt takes them."""
    options = "\n".join(f"{letter}. {text}" for letter, text in zip(LETTERS, question.options, strict=False))
    return {
        "question": fence("pytanie", question.text),
        "options": fence("odpowiedzi do wyboru", options) if options else "",
    }


def shown_articles(context: Context) -> str:
    return "\n\n".join(fence(f"artykuł {e.number}", f"{e.title}\n{e.text}") for e in context.entries)


def read_option(text: str, n_options: int) -> str:
    """ "B", "b)", "B. …" as "B"; anything that is not one of the options as nothing."""
    bare = text.strip().upper()
    letter = bare[:1]
    is_letter = bool(letter) and letter in LETTERS[:n_options] and not bare[1:2].isalpha()
    return letter if is_letter else ""


def _abstain(reason: str, language: Language) -> Answer:
    return Answer(Messages(language)(f"abstained-{reason}"), abstained=True, reason=reason)
