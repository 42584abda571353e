"""Schemathesis over the API's own description: every operation, bounded."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

schemathesis = pytest.importorskip("schemathesis", reason="the package schemathesis is not installed")

from schemathesis.specs.openapi import checks  # noqa: E402


@pytest.fixture(scope="module")
def api(running):
    return schemathesis.openapi.from_url(f"{running}/v1/openapi.json")


@pytest.mark.parametrize("mode", ["positive", "negative"])
def test_the_api_keeps_to_its_description(api, mode):
    """Status codes, media types and bodies are as described; what does not fit the description is refused."""
    wanted = schemathesis.GenerationMode.POSITIVE if mode == "positive" else schemathesis.GenerationMode.NEGATIVE
    n_operations = 0
    for found in api.get_all_operations():
        operation = found.ok()
        n_operations += 1

        @given(case=operation.as_strategy(generation_mode=wanted))
        @settings(
            max_examples=3, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
        )
        def check(case):
            response = case.call()
            # Whether an act, a kind or a pipeline of the right form exists is the corpus's matter, not the form's.
            excluded = [checks.positive_data_acceptance]
            if response.status_code in (413, 414):  # refused for its size, before anything was read
                excluded.append(checks.negative_data_rejection)
            case.validate_response(response, excluded_checks=excluded)

        try:
            check()
        except Exception as error:
            if "Unsatisfiable" not in type(error).__name__:  # an operation without parameters cannot be asked wrongly
                raise
    assert n_operations == 24
