"""One-line rewrites of a question: rephrased for the encoder, or expanded with the statute's words for
BM25.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from przepis.errors import ModelOutputError
from przepis.llm.client import Client
from przepis.llm.fence import fence
from przepis.llm.prompts import load_prompt
from przepis.records import NO_USAGE, Usage
from przepis.retrieve.step import Needs, State, Step

MAX_CHARS = 600


@dataclass(frozen=True, slots=True)
class Rewrite:
    text: str  # what to search with
    usage: Usage = NO_USAGE
    problem: str = ""
    faults: tuple[str, ...] = ()


def rephrase(question: str, client: Client, *, item: str = "") -> Rewrite:
    """The question in the language of the statute, in its place."""
    return _rewrite("rephrase", question, client, item)


def expand(question: str, client: Client, *, item: str = "") -> Rewrite:
    """The question with likely words of the provision after it."""
    done = _rewrite("expand", question, client, item)
    if done.problem:
        return done
    return Rewrite(f"{question} {done.text}", done.usage, faults=done.faults)


def _rewrite(stage: str, question: str, client: Client, item: str) -> Rewrite:
    """A weak model's essay is cut to its first line; an empty answer leaves the question as it was."""
    prompt = load_prompt("przepis.llm", stage)
    try:
        done = client.complete(
            stage,
            prompt.system,
            prompt.render(question=fence("pytanie", question)),
            None,
            prompt.max_tokens,
            item=item,
        )
    except ModelOutputError as error:
        return Rewrite(question, error.usage, str(error), (f"{stage}: {error.fault}",))
    lines = [line.strip().strip('"„”') for line in done.text.splitlines() if line.strip()]
    line = " ".join((lines[0] if lines else question).split())[:MAX_CHARS]
    faults = (f"{stage}: too long",) if done.cut or len(lines) > 1 else ()
    return Rewrite(line or question, done.usage, faults=faults)


class RephraseStep(Step):
    use: Literal["rephrase"] = "rephrase"

    def needs(self) -> Needs:
        return Needs(model_calls=1)

    def run(self, state: State) -> None:
        done = rephrase(state.question.text, state.tools.client(), item=state.question.question_id)
        state.texts["rephrased"] = done.text
        state.charge(done.usage, done.faults)


class ExpandStep(Step):
    use: Literal["expand"] = "expand"

    def needs(self) -> Needs:
        return Needs(model_calls=1)

    def run(self, state: State) -> None:
        done = expand(state.question.text, state.tools.client(), item=state.question.question_id)
        state.texts["expanded"] = done.text
        state.charge(done.usage, done.faults)
