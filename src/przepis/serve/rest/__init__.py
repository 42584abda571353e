"""The REST API, version 1."""

from __future__ import annotations

from przepis.serve.rest import answer, facts, lookup, search

routers = (search.router, lookup.router, answer.router, facts.router)
