"""Reads pipeline files, checks them whole, and says what is missing before anything slow or paid starts."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from przepis.artifact import sha256_json
from przepis.errors import PipelineError, choices
from przepis.index.local.index import LocalIndex
from przepis.rerank.learned import RankStep
from przepis.rerank.llm_listwise import RerankLlmStep
from przepis.retrieve.analysis import AnalyseStep, AwaitAnalysisStep
from przepis.retrieve.bm25 import Bm25Step
from przepis.retrieve.candidates import CandidatesStep, Source
from przepis.retrieve.cascade import CascadeStep
from przepis.retrieve.controls import ControlStep
from przepis.retrieve.dense import DenseStep
from przepis.retrieve.feedback import FeedbackStep
from przepis.retrieve.fuse_rrf import FuseRrfStep
from przepis.retrieve.rescore import RescoreStep
from przepis.retrieve.rewrite import ExpandStep, RephraseStep
from przepis.retrieve.scope import ScopeStep
from przepis.retrieve.step import Needs, Step
from przepis.retrieve.surrogate_rescore import SurrogateRescoreStep

AnyStep = Annotated[
    AnalyseStep
    | AwaitAnalysisStep
    | Bm25Step
    | CascadeStep
    | CandidatesStep
    | ControlStep
    | DenseStep
    | ExpandStep
    | FeedbackStep
    | FuseRrfStep
    | RankStep
    | RephraseStep
    | RerankLlmStep
    | RescoreStep
    | ScopeStep
    | SurrogateRescoreStep,
    Field(discriminator="use"),
]


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    about: str
    until_vectors: str = ""
    step: list[AnyStep] = Field(min_length=1)


class _Variant(BaseModel):
    """A file that says only how it differs from another: which settings of which steps, which steps it leaves out."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    about: str
    extends: str
    change: dict[str, dict[str, Any]] = {}  # by the step's `use`
    drop: list[str] = []
    step: list[dict[str, Any]] = []  # further steps, at the end


@dataclass(frozen=True)
class Pipeline:
    name: str
    about: str
    steps: tuple[Step, ...]
    group: str = ""  # "paper", "variants" of the paper's, "ours", or "file"
    until_vectors: str = ""  # the pipeline that stands in for it while the index has no vectors

    @property
    def fingerprint(self) -> str:
        """Of the steps and their settings: results are cached by it, not by a name that says nothing of them."""
        return sha256_json([step.model_dump() for step in self.steps])[:16]

    @property
    def n_model_calls(self) -> int:
        return sum(step.needs().model_calls for step in self.steps)

    @property
    def needs_labels(self) -> bool:
        return any(step.needs().labels for step in self.steps)

    def check(self, index: LocalIndex, model_configured: bool) -> None:
        """Raises with everything that is missing, before anything runs."""
        needs = total_needs(self)
        fields = [f"lexical field {f!r}" for f in sorted(needs.lexical - index.lexical_fields)]
        fields += [f"dense field {f!r}" for f in sorted(needs.dense - index.dense_fields)]
        wanted, remedies = list(fields), []
        if fields:
            there = choices(index.lexical_fields | index.dense_fields)
            remedies.append(f"the index has the fields {there}; `przepis index build` with an encoder makes dense ones")
        if needs.model_calls and not model_configured:
            calling = ", ".join(dict.fromkeys(repr(step.use) for step in self.steps if step.needs().model_calls))
            wanted.append(f"a language model (asked by {calling})")
            remedies.append("`--llm` or the settings name a model")
        if wanted:
            raise PipelineError(f"pipeline {self.name!r} needs {', '.join(wanted)}; {'; '.join(remedies)}")


def pipeline_names() -> list[str]:
    return sorted(_shipped())


def load_pipeline(name: str) -> Pipeline:
    """A shipped pipeline by its name, or any file by its path."""
    shipped = _shipped()
    if name in shipped:
        group, text = shipped[name]
        return parse_pipeline(name, text, group)
    path = Path(name)
    if path.suffix == ".toml":
        if not path.is_file():
            raise PipelineError(f"the pipeline file {path} does not exist")
        return parse_pipeline(path.stem, path.read_text(encoding="utf-8"), "file")
    raise PipelineError(f"no pipeline {name!r}; there are {choices(shipped)}, or give the path of a .toml file")


def candidate_lists(name: str = "przepis") -> tuple[Source, ...]:
    """The lists that a pipeline takes its candidates from; for training and measuring what it does."""
    for step in load_pipeline(name).steps:
        if isinstance(step, CandidatesStep):
            return step.sources()
    raise PipelineError(f"pipeline {name!r} has no step `candidates`")


def parse_pipeline(name: str, text: str, group: str) -> Pipeline:
    try:
        parsed = _File.model_validate(_whole(name, tomllib.loads(text)))
    except tomllib.TOMLDecodeError as error:
        raise PipelineError(f"pipeline {name!r} is not TOML: {error}") from error
    except ValidationError as error:
        raise PipelineError(f"pipeline {name!r}: {_explain(error)}") from error
    _check_lists(name, parsed.step)
    return Pipeline(name, parsed.about, tuple(parsed.step), group, parsed.until_vectors)


def _whole(name: str, data: dict[str, Any]) -> dict[str, Any]:
    """A variant written out: the steps of what it extends, with its changes."""
    if "extends" not in data:
        return data
    variant = _Variant.model_validate(data)
    shipped = _shipped()
    if variant.extends not in shipped:
        raise PipelineError(f"pipeline {name!r} extends {variant.extends!r}; there are {choices(shipped)}")
    base = _whole(variant.extends, tomllib.loads(shipped[variant.extends][1]))
    steps: list[dict[str, Any]] = base["step"]
    uses = {step["use"] for step in steps}
    if unknown := sorted({*variant.change, *variant.drop} - uses):
        raise PipelineError(
            f"pipeline {name!r} changes or drops the step {unknown[0]!r}; {variant.extends!r} has {choices(uses)}"
        )
    kept = [step | variant.change.get(step["use"], {}) for step in steps if step["use"] not in variant.drop]
    return {"about": variant.about, "step": [*kept, *variant.step]}


def _explain(error: ValidationError) -> str:
    """What is wrong and where; a misspelt key or step names the right one."""
    first = error.errors()[0]
    where = ".".join(str(p) for p in first["loc"])
    if first["type"] == "extra_forbidden":
        *path, key = (str(p) for p in first["loc"])
        known = _keys_at(path)
        return f"{where}: there is no key {key!r}{_nearest(key, known)}; there are {choices(known)}"
    if first["type"] == "union_tag_invalid":
        tag = str(first.get("ctx", {}).get("tag", ""))
        return f"{where}: there is no step {tag!r}{_nearest(tag, step_kinds())}; there are {choices(step_kinds())}"
    return f"{where}: {first['msg']}"


def step_kinds() -> dict[str, type[Step]]:
    """Every step by the name that ``use`` takes."""
    return {str(kind.model_fields["use"].default): kind for kind in get_args(get_args(AnyStep)[0])}


def _keys_at(path: list[str]) -> list[str]:
    """The keys that a table of the file may have: of the file itself, of a step, of a list within one."""
    kinds = [step_kinds()[part] for part in path if part in step_kinds()]
    if not kinds:
        return sorted(set(_File.model_fields) | set(_Variant.model_fields))
    return sorted(Source.model_fields if path[-1].isdecimal() and "list" in path else kinds[-1].model_fields)


def _nearest(written: str, known: Iterable[str]) -> str:
    near = get_close_matches(written, list(known), 1, 0.6)
    return f"; perhaps {near[0]!r}" if near else ""


def _check_lists(name: str, steps: Iterable[Step]) -> None:
    """A fusion may only name lists that an earlier step saves."""
    saved: set[str] = set()
    for step in steps:
        if isinstance(step, FuseRrfStep) and (unknown := set(step.lists) - saved):
            raise PipelineError(
                f"pipeline {name!r}: fuse_rrf names {choices(unknown)}; earlier steps save {choices(saved) or 'none'}"
            )
        if step.save:
            saved.add(step.save)


def _shipped() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    root = resources.files("przepis.pipelines")
    for group in ("paper", "variants", "ours"):
        for file in root.joinpath(group).iterdir():
            if file.name.endswith(".toml"):
                found[file.name[: -len(".toml")]] = (group, file.read_text(encoding="utf-8"))
    return found


def total_needs(pipeline: Pipeline) -> Needs:
    steps = [step.needs() for step in pipeline.steps]
    return Needs(
        frozenset().union(*(n.lexical for n in steps)),
        frozenset().union(*(n.dense for n in steps)),
        sum(n.model_calls for n in steps),
        any(n.labels for n in steps),
    )
