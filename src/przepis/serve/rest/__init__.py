"""The REST API under /v1; ``API_VERSION`` is raised where fields change, and every answer carries it."""

from __future__ import annotations

from przepis.serve.rest import answer, facts, lookup, search

routers = (search.router, lookup.router, answer.router, facts.router)
