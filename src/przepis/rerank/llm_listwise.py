"""Listwise reranking: forty candidates in one call, eight back, the rest behind them in their earlier
order.

The model sees short ids and may return only those. Whatever else it returns (ids of its own, repeats, none
at all) the result is a permutation of what came in.
"""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from pydantic import Field

from przepis.errors import ModelOutputError
from przepis.index.engine import Ranked
from przepis.law.labels import provision_name
from przepis.llm.client import Client
from przepis.llm.fence import fence
from przepis.llm.prompts import load_prompt
from przepis.llm.schema import Form
from przepis.records import NO_USAGE, Act, Article, Hit, Surrogate, Usage
from przepis.retrieve.step import Needs, State, Step

STAGE = "rerank"
N_IN, N_OUT = 40, 8
CLIP_CHARS = 420
SUMMARY_CHARS = 160


class RankingForm(Form):
    ranking: list[str]


SCHEMA = RankingForm.schema_for_model()
_ID = re.compile(r"K?0*(\d{1,3})")


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the model is shown of one article."""

    article_id: str
    title: str  # "art. 22¹ Kodeks cywilny"
    text: str


@dataclass(frozen=True, slots=True)
class Reranked:
    hits: tuple[Hit, ...]
    faults: tuple[str, ...] = ()  # ids of no candidate, repeated ids, a list shorter than asked
    problem: str = ""  # why the earlier order was kept, when it was
    usage: Usage = NO_USAGE


def candidate(article: Article, act: Act, surrogate: Surrogate | None = None) -> Candidate:
    """An article's name, its plain-language line where one exists, and the beginning of its text."""
    summary = f"{surrogate.summary}\n" if surrogate is not None and not surrogate.stale else ""
    name = provision_name(article.label, paragraphs=act.paragraphs)
    return Candidate(article.article_id, f"{name} {act.title}", summary + _clipped(article.text, CLIP_CHARS))


def surrogate_candidate(article: Article, act: Act, surrogate: Surrogate | None = None) -> Candidate:
    """As the paper's reranker sees an article: its name, theme and summary, about 3,300 tokens for forty.

    One without a surrogate shows the beginning of its text, no longer than a summary.
    """
    if surrogate is not None and not surrogate.stale:
        text = f"{surrogate.theme}. {surrogate.summary}"
    else:
        text = _clipped(article.text, SUMMARY_CHARS)
    return Candidate(
        article.article_id, f"{provision_name(article.label, paragraphs=act.paragraphs)} {act.title}", text
    )


def _clipped(text: str, n_chars: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= n_chars else line[:n_chars].rsplit(" ", 1)[0] + " …"


def rerank_listwise(
    question: str,
    hits: Sequence[Hit],
    show: Callable[[str], Candidate],
    client: Client,
    *,
    n_in: int = N_IN,
    n_out: int = N_OUT,
    item: str = "",
    one_block: bool = False,
) -> Reranked:
    """``show`` gives the candidate of an article_id; only the first ``n_in`` hits are shown.

    ``one_block``: short candidates as the lines of one block, where a block each would be mostly marks.
    """
    head = list(hits[:n_in])
    if len(head) < 2:
        return Reranked(tuple(hits))
    prompt = load_prompt("przepis.llm", "rerank")
    candidates = [show(hit.article_id) for hit in head]
    if one_block:
        shown = fence("kandydaci", "\n".join(_line(n, each) for n, each in enumerate(candidates, start=1)))
    else:
        shown = "\n\n".join(_block(n, each) for n, each in enumerate(candidates, start=1))
    user = prompt.render(question=fence("pytanie", question), candidates=shown)
    system = prompt.system.replace("$n", str(n_out))
    try:
        done = client.complete(STAGE, system, user, SCHEMA, prompt.max_tokens, item=item)
    except ModelOutputError as error:
        return Reranked(tuple(hits), problem=str(error), usage=error.usage, faults=(f"{STAGE}: {error.fault}",))
    picks, n_invented, n_repeated = read_ranking(RankingForm(**done.data).ranking, len(head))
    faults = [f"{STAGE}: wrong id"] * n_invented + [f"{STAGE}: repeated id"] * n_repeated
    faults += [f"{STAGE}: short list"] if len(picks) < min(n_out, len(head)) else []
    order = picks[:n_out] + [i for i in range(len(head)) if i not in picks[:n_out]]
    return Reranked(
        _renumbered([head[i] for i in order] + list(hits[n_in:]), n_picked=len(picks[:n_out])),
        tuple(faults),
        "" if picks else "the model named none of the candidates",
        done.usage,
    )


def read_ranking(ids: Sequence[str], n_candidates: int) -> tuple[list[int], int, int]:
    """Positions from 0, each once, in the order given; how many ids were invented, how many repeated."""
    picks: list[int] = []
    n_invented = n_repeated = 0
    for text in ids:
        match = _ID.fullmatch(text.strip().upper())
        position = int(match.group(1)) - 1 if match else -1
        if not 0 <= position < n_candidates:
            n_invented += 1
        elif position in picks:
            n_repeated += 1
        else:
            picks.append(position)
    return picks, n_invented, n_repeated


def _line(number: int, shown: Candidate) -> str:
    return f"[K{number:02d}] " + " ".join(f"{shown.title}: {shown.text}".split())


def _block(number: int, shown: Candidate) -> str:
    """The id outside the data, everything that came from the corpus inside."""
    data = f"{shown.title}\n{shown.text}"
    return f"[K{number:02d}]\n{fence('kandydat', data)}"


def _renumbered(hits: Sequence[Hit], n_picked: int) -> tuple[Hit, ...]:
    """Scores that fall with the new rank; the earlier rank and score stay among the signals."""
    result = []
    for rank, hit in enumerate(hits, start=1):
        signals = {**hit.signals, "rank_before_llm": float(hit.rank), "score_before_llm": hit.score}
        if rank <= n_picked:
            signals["llm_rank"] = float(rank)
        result.append(dataclasses.replace(hit, rank=rank, score=1.0 / rank, signals=signals))
    return tuple(result)


class RerankLlmStep(Step):
    use: Literal["rerank_llm"] = "rerank_llm"
    n_in: int = Field(default=40, ge=2)
    n_out: int = Field(default=8, ge=1)
    shuffle: int = Field(default=0, ge=0)  # a seed: candidates are shown in random order, to see whether places count
    show: Literal["text", "surrogate"] = "text"  # surrogate: name, theme and summary, as the paper's records show

    def needs(self) -> Needs:
        return Needs(model_calls=1)

    def run(self, state: State) -> None:
        tools, ranked = state.tools, state.ranked
        if not len(ranked):
            return
        ids = [tools.index.article_ids[r] for r in ranked.rows.tolist()]
        hits = [Hit(a, float(s), i + 1) for i, (a, s) in enumerate(zip(ids, ranked.scores.tolist(), strict=True))]
        done = rerank_listwise(
            state.question.text,
            self._as_shown(hits, state.question.question_id),
            lambda article_id: self._shown(state, article_id),
            tools.client(),
            n_in=self.n_in,
            n_out=self.n_out,
            item=state.question.question_id,
            one_block=self.show == "surrogate",
        )
        state.charge(done.usage, done.faults)
        picked = [h.article_id for h in done.hits if "llm_rank" in h.signals]
        order = [*picked, *(a for a in ids if a not in picked)]  # the rest as they were before anything was shuffled
        rows = np.array([tools.index.row(article_id) for article_id in order], dtype=np.int64)
        self.keep(state, Ranked(rows, 1.0 / np.arange(1, len(rows) + 1)))

    def _as_shown(self, hits: list[Hit], question_id: str) -> list[Hit]:
        if not self.shuffle:
            return hits
        head = hits[: self.n_in]
        random.Random(f"{self.shuffle} {question_id}").shuffle(head)
        return head + hits[self.n_in :]

    def _shown(self, state: State, article_id: str) -> Candidate:
        store = state.tools.store
        article = store.article(article_id, state.where.on)
        make = candidate if self.show == "text" else surrogate_candidate
        return make(article, store.act(article.act_id), store.surrogate(article_id))
