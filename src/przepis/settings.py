"""One settings model. Strength: options, then environment (PRZEPIS_…), then the file, then defaults."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any, Literal

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from przepis.errors import InputError


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
        return Settings.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(p) for p in first["loc"])
        raise InputError(f"setting {where}: {first['msg']} (file {file}, or PRZEPIS_{where.upper()})") from error


def _from_environment() -> dict[str, Any]:
    """PRZEPIS_ENCODER=…, PRZEPIS_LLM_MODEL=…: the section before the first underscore after the prefix."""
    found: dict[str, Any] = {}
    sections: dict[str, type[BaseModel]] = {"llm": LLMSettings, "engine": EngineSettings}
    for name, value in os.environ.items():
        if not name.startswith("PRZEPIS_") or name == "PRZEPIS_HOME":
            continue
        key = name[len("PRZEPIS_") :].lower()
        section, _, rest = key.partition("_")
        if section in sections and rest in sections[section].model_fields:
            found.setdefault(section, {})[rest] = value
        elif key in Settings.model_fields:
            found[key] = value
    return found


def _merge(base: dict[str, Any], over: dict[str, Any]) -> None:
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            _merge(base[key], value)
        else:
            base[key] = value
