"""The query-analysis call as a step. It may run beside the next steps: the dense branch does not wait for it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Literal

from przepis.retrieve.analysis import QueryAnalysis, analyse
from przepis.retrieve.step import Needs, State, Step

_POOL = ThreadPoolExecutor(max_workers=32, thread_name_prefix="analysis")


class AnalyseStep(Step):
    use: Literal["analyse"] = "analyse"
    background: bool = False  # go on at once; a step `await_analysis` takes the answer

    def needs(self) -> Needs:
        return Needs(model_calls=1)

    def run(self, state: State) -> None:
        tools = state.tools
        future = _POOL.submit(
            analyse,
            state.question.text,
            tools.client(),
            tools.names,
            lambda act_id: tools.resolver.labels(act_id).labels,
            item=state.question.question_id,
        )
        state.pending = future
        if not self.background:
            take_analysis(state)


class AwaitAnalysisStep(Step):
    use: Literal["await_analysis"] = "await_analysis"

    def run(self, state: State) -> None:
        take_analysis(state)


def take_analysis(state: State) -> None:
    if state.pending is None:
        return
    analysis: QueryAnalysis = state.pending.result()
    state.pending = None
    state.analysis = analysis
    state.texts["reformulated"] = analysis.reformulated
    state.charge(analysis.usage, analysis.faults)
