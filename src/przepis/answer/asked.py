"""What was asked: a query that can be searched for, or what is wrong with it."""

from __future__ import annotations

from przepis.errors import InputError
from przepis.records import note

MAX_QUERY_CHARS = 10_000


def check_query(text: str) -> str:
    text = " ".join(text.split())
    if not text:
        raise InputError(
            "the query is empty; ask a question, give a citation such as `art. 415 k.c.`, or a few words",
            note("error_empty_query"),
        )
    if len(text) > MAX_QUERY_CHARS:
        raise InputError(
            f"the query has {len(text):,} characters; at most {MAX_QUERY_CHARS:,} are taken",
            note("error_long_query", n=len(text), most=MAX_QUERY_CHARS),
        )
    return text
