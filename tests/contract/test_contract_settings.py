"""Settings from the environment: each variable is a setting, and a misspelt one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from przepis.errors import InputError
from przepis.settings import load_settings


def test_variables_are_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRZEPIS_ENCODER", "hashing")
    monkeypatch.setenv("PRZEPIS_LLM_KEY_ENV", "PRZEPIS_OWN_KEY")
    monkeypatch.setenv("PRZEPIS_OWN_KEY", "a secret that a setting names")
    monkeypatch.setenv("PRZEPIS_ENGINE_TIMEOUT_S", "3")
    settings = load_settings(tmp_path)
    assert (settings.encoder, settings.llm.key_env, settings.engine.timeout_s) == ("hashing", "PRZEPIS_OWN_KEY", 3.0)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("PRZEPIS_LLM_MODLE", "PRZEPIS_LLM_MODEL"), ("PRZEPIS_ENCODR", "PRZEPIS_ENCODER"), ("PRZEPIS_X", "PRZEPIS_")],
)
def test_a_misspelt_variable_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, meant: str
) -> None:
    monkeypatch.setenv(written, "x")
    with pytest.raises(InputError, match=rf"{written} is no setting; perhaps .*{meant}"):
        load_settings(tmp_path)
