"""One settings model. Strength: options, then environment (PRZEPIS_…), then the file, then defaults."""

from __future__ import annotations

import difflib
import os
import tomllib
from pathlib import Path
from typing import Any, Literal

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from przepis.errors import InputError, choices


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class LLMSettings(_Strict):
    """A language model's endpoint. The key itself is never a setting: only the name of its variable."""

    preset: str = ""  # "openai", "gemini", "anthropic", "ollama", "vllm", "llama.cpp"
    base_url: str = ""
    model: str = ""
    key_env: str = ""
    replay: str = ""  # a file of recorded answers instead of an endpoint
    batch: str = ""  # a file that requests are written to instead of being sent
    timeout_s: float = Field(default=60.0, gt=0)
    concurrency: int = Field(default=4, ge=1, le=256)
    retries: int = Field(default=5, ge=0)
    budget_usd: float | None = Field(default=None, ge=0)
    budget_tokens: int | None = Field(default=None, ge=0)
    price_in: float | None = Field(default=None, ge=0)  # USD per million tokens; else from the price table
    price_out: float | None = Field(default=None, ge=0)


class EngineSettings(_Strict):
    name: Literal["embedded", "milvus"] = "embedded"
    uri: str = ""
    token_env: str = "PRZEPIS_MILVUS_TOKEN"
    timeout_s: float = Field(default=10.0, gt=0)


class Settings(_Strict):
    home: Path
    encoder: str = "przepis"
    pipeline: str = "przepis"
    language: Literal["pl", "en"] = "pl"
    llm: LLMSettings = LLMSettings()
    engine: EngineSettings = EngineSettings()


SECTIONS: dict[str, type[BaseModel]] = {"llm": LLMSettings, "engine": EngineSettings}
PREFIX = "PRZEPIS_"
NOT_SETTINGS = frozenset({"PRZEPIS_HOME", "PRZEPIS_ENCODER_KEY", "PRZEPIS_SERVE", "PRZEPIS_SERVER", "PRZEPIS_API_KEY"})
"""Variables of ours that no setting stands for: where the home is, secrets, what a server hands to its workers, and
which server a search asks."""


def default_home() -> Path:
    return Path(os.environ.get("PRZEPIS_HOME") or platformdirs.user_data_dir("przepis"))


def load_settings(home: Path | None = None, **options: Any) -> Settings:
    """Settings for a home folder; ``options`` are those the caller named explicitly (None: not named)."""
    folder = (home or default_home()).expanduser()
    data: dict[str, Any] = {}
    file = folder / "przepis.toml"
    if file.is_file():
        try:
            data = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise InputError(f"{file} is not TOML: {error}") from error
    _merge(data, _from_environment())
    _merge(data, {k: v for k, v in options.items() if v is not None})
    data["home"] = folder
    try:
        settings = Settings.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(p) for p in first["loc"])
        hint = _perhaps(first) if first["type"] == "extra_forbidden" else ""
        raise InputError(f"setting {where}: {first['msg']}{hint} (file {file}, or PRZEPIS_{where.upper()})") from error
    _refuse_typos({settings.llm.key_env, settings.engine.token_env})
    return settings


def _perhaps(error: Any) -> str:
    """The setting that a misspelt one was meant to be."""
    *section, key = (str(part) for part in error["loc"])
    model: Any = Settings.model_fields[section[0]].annotation if section else Settings
    near = difflib.get_close_matches(key, list(model.model_fields), 1, 0.6)
    return f"; perhaps {'.'.join([*section, near[0]])!r}" if near else ""


def _from_environment() -> dict[str, Any]:
    """PRZEPIS_ENCODER=…, PRZEPIS_LLM_MODEL=…: the section before the first underscore after the prefix."""
    found: dict[str, Any] = {}
    for name, where in _variables().items():
        if name not in os.environ:
            continue
        *section, key = where
        (found.setdefault(section[0], {}) if section else found)[key] = os.environ[name]
    return found


def _variables() -> dict[str, tuple[str, ...]]:
    """Every variable that is a setting, with the setting's place."""
    found: dict[str, tuple[str, ...]] = {f"{PREFIX}{key.upper()}": (key,) for key in Settings.model_fields}
    del found[f"{PREFIX}HOME"]
    for section, model in SECTIONS.items():
        del found[f"{PREFIX}{section.upper()}"]
        found |= {f"{PREFIX}{section.upper()}_{key.upper()}": (section, key) for key in model.model_fields}
    return found


def _refuse_typos(named: set[str]) -> None:
    """A misspelt variable must not pass unnoticed: the program would run with another setting than was meant.

    ``named``: variables that the settings themselves name, such as that of a model's key.
    """
    known = _variables().keys() | NOT_SETTINGS | named
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in known:
            near = difflib.get_close_matches(name, sorted(known), 3, 0.6) or sorted(_variables())
            raise InputError(f"the environment variable {name} is no setting; perhaps {choices(near)} is meant")


def _merge(base: dict[str, Any], over: dict[str, Any]) -> None:
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            _merge(base[key], value)
        else:
            base[key] = value
