"""Query rewriting as steps: rephrased for the encoder, or expanded with likely statutory words."""

from __future__ import annotations

from typing import Literal

from przepis.retrieve.rewrite import expand, rephrase
from przepis.retrieve.step import Needs, State, Step


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
