"""Who trains on what, so that no stage is judged, or taught, on what an earlier stage has memorised.

encoder   examinations to 2019, LQAD-PL, and surrogate questions except those held out below
ranker    examinations of 2020 to 2022, and the held-out surrogate questions
choice    examinations of 2023 and the development queries
report    examinations of 2024 and 2025

Held out of the encoder and of the ranker's own index: one question of each register of a tenth of the annotated
articles (a known article, an unseen question), every surrogate of a twentieth of the acts (an article without one), a
quarter of the questions that people ask, and a quarter of the further ones that surrogates got later.
"""

from __future__ import annotations

import dataclasses
import hashlib

from przepis.records import REGISTERS, AskedQuestion, Surrogate

FIRST_YEAR = 2012
ENCODER_LAST_YEAR = 2019
RANKER_YEARS = (2020, 2021, 2022)
CHOICE_YEAR = 2023


def _bucket(name: str, n: int) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % n


def is_bare_act(act_id: str) -> bool:
    """An act whose surrogates are taken away while the ranker learns."""
    return _bucket(f"act {act_id}", 20) == 0


def is_split_article(article_id: str) -> bool:
    """An article that gives up one question of each register for the ranker to learn from."""
    return _bucket(f"article {article_id}", 10) == 0


def is_held_out(question: AskedQuestion) -> bool:
    """A question of the bank that only the ranker's training sees."""
    return _bucket(f"asked {question.text}", 4) == 0


def is_later_held_out(question: str) -> bool:
    """A further question of a surrogate that only the ranker's training sees."""
    return _bucket(f"more {question}", 4) == 0


def held_out_questions(surrogate: Surrogate) -> dict[str, str]:
    """register -> the question that only the ranker's training sees; empty for most articles."""
    act_id = surrogate.article_id.partition("#")[0]
    if not (is_bare_act(act_id) or is_split_article(surrogate.article_id)):
        return {}
    return {r: getattr(surrogate, r)[0] for r in REGISTERS if getattr(surrogate, r)}


def visible_part(surrogate: Surrogate) -> Surrogate | None:
    """What the encoder's training and the ranker's training index may use of a surrogate."""
    act_id = surrogate.article_id.partition("#")[0]
    if is_bare_act(act_id):
        return None
    more = tuple(q for q in surrogate.more if not is_later_held_out(q))
    surrogate = dataclasses.replace(surrogate, more=more)
    if not is_split_article(surrogate.article_id):
        return surrogate
    return dataclasses.replace(
        surrogate, lay=surrogate.lay[1:], practitioner=surrogate.practitioner[1:], keywords=surrogate.keywords[1:]
    )
