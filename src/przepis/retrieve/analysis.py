"""The query-analysis call: one request, everything the cascade wants to know about a question.

The provisions it returns come from two sources that must not be mixed: those the question names, and those
the model guesses from memory. Both are bound to acts here; ``labels`` keeps the released act-blind form for
reproduction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal, Protocol

from pydantic import Field

from przepis.errors import InputError, ModelOutputError
from przepis.law.labels import parse_label
from przepis.llm.client import Client
from przepis.llm.fence import fence
from przepis.llm.prompts import load_prompt
from przepis.llm.schema import Form
from przepis.records import NO_USAGE, Usage
from przepis.retrieve.step import Needs, State, Step

STAGE = "analysis"
DOMAINS = (
    "konstytucyjne",
    "cywilne",
    "rodzinne",
    "pracy",
    "ubezpieczeń społecznych",
    "karne",
    "wykroczenia",
    "postępowanie cywilne",
    "postępowanie karne",
    "administracyjne",
    "postępowanie administracyjne",
    "samorząd terytorialny",
    "podatkowe",
    "handlowe i gospodarcze",
    "finansowe i bankowe",
    "upadłościowe i restrukturyzacyjne",
    "własności intelektualnej",
    "nieruchomości i budownictwo",
    "ustrój sądów i zawody prawnicze",
    "bezpieczeństwo i obronność",
    "zdrowie",
    "oświata i nauka",
    "środowisko i energia",
    "transport",
    "europejskie i międzynarodowe",
    "inne",
)
MAX_PROVISIONS = 6


class ProvisionForm(Form):
    article: str
    act: str
    named: bool


class AnalysisForm(Form):
    """What the model fills."""

    reformulated: str
    domain: str = Field(json_schema_extra={"enum": list(DOMAINS)})
    concepts: list[str]
    provisions: list[ProvisionForm]


SCHEMA = AnalysisForm.schema_for_model()


class Names(Protocol):
    """``law.names.ActNames``."""

    def resolve(self, words_: str) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Provision:
    label: str  # canonical
    act_words: str
    named: bool  # the model says that the question names it
    act_id: str | None = None
    article_id: str | None = None  # where the act is known and has such an article


@dataclass(frozen=True, slots=True)
class QueryAnalysis:
    reformulated: str
    domain: str = "inne"
    concepts: tuple[str, ...] = ()
    provisions: tuple[Provision, ...] = ()
    problem: str = ""  # why the model's answer was not used, when it was not
    usage: Usage = NO_USAGE
    faults: tuple[str, ...] = ()

    @property
    def article_ids(self) -> tuple[str, ...]:
        """R_q of the analysis, act-aware: only articles that exist in the act the model meant."""
        return tuple(dict.fromkeys(p.article_id for p in self.provisions if p.article_id))

    @property
    def labels(self) -> tuple[str, ...]:
        """R_q as released: bare numbers, to be matched in every act."""
        return tuple(dict.fromkeys(p.label for p in self.provisions))


def analyse(
    question: str,
    client: Client,
    names: Names | None = None,
    labels_of: Callable[[str], Sequence[str]] | None = None,
    *,
    item: str = "",
) -> QueryAnalysis:
    """One call. A model too weak to fill the form leaves the question as it was, and ``problem`` says so."""
    prompt = load_prompt("przepis.llm", "analysis")
    try:
        done = client.complete(
            STAGE,
            prompt.system,
            prompt.render(question=fence("pytanie", question)),
            SCHEMA,
            prompt.max_tokens,
            item=item,
        )
    except ModelOutputError as error:
        return QueryAnalysis(question, problem=str(error), usage=error.usage, faults=(f"{STAGE}: {error.fault}",))
    form = AnalysisForm(**done.data)
    found = [_provision(p, names, labels_of) for p in form.provisions[:MAX_PROVISIONS]]
    return QueryAnalysis(
        reformulated=_one_line(form.reformulated) or question,
        domain=form.domain,
        concepts=tuple(dict.fromkeys(c for text in form.concepts[:12] if (c := _one_line(text)))),
        provisions=tuple(p for p in found if p is not None),
        usage=done.usage,
    )


def _provision(
    form: ProvisionForm, names: Names | None, labels_of: Callable[[str], Sequence[str]] | None
) -> Provision | None:
    """None for what is not an article number; an act the corpus does not know leaves the provision unbound."""
    try:
        label = parse_label(form.article.removeprefix("art.").strip()).canonical
    except InputError:
        return None
    act_words = _one_line(form.act)
    act_id = names.resolve(act_words) if names is not None and act_words else None
    exists = act_id is not None and labels_of is not None and label in labels_of(act_id)
    return Provision(label, act_words, form.named, act_id, f"{act_id}#{label}" if exists else None)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:500]


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
