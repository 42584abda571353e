"""Prompt files: TOML with a version, a system text and a user template. A changed prompt is a new version.

The version goes into surrogates' provenance; the whole text goes into the request hash, so a forgotten bump
still never returns an answer to another prompt.
"""

from __future__ import annotations

import string
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from przepis.errors import StoreError
from przepis.llm.fence import RULE


@dataclass(frozen=True, slots=True)
class Prompt:
    name: str
    version: str
    system: str
    user: str
    max_tokens: int

    def render(self, **values: str) -> str:
        """The user message. Values are put in once, never read as templates."""
        return string.Template(self.user).substitute(values)


@cache
def load_prompt(package: str, name: str) -> Prompt:
    """``load_prompt("przepis.surrogates", "annotate")`` reads prompts/annotate.toml of that package."""
    try:
        text = resources.files(package).joinpath("prompts", f"{name}.toml").read_text(encoding="utf-8")
        data = tomllib.loads(text)
        return Prompt(
            name,
            str(data["version"]),
            string.Template(data["system"].strip()).substitute(rule=RULE),
            data["user"].strip(),
            int(data["max_tokens"]),
        )
    except (FileNotFoundError, KeyError, ValueError, tomllib.TOMLDecodeError) as error:
        raise StoreError(f"prompt file {package}/prompts/{name}.toml cannot be used: {error!r}") from error
