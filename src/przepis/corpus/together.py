"""What must be read with a provision: the article that a regulation rests on, the regulations issued on an article."""

from __future__ import annotations

from collections.abc import Sequence

from przepis.corpus.delegation import delegated_acts, grounds_of
from przepis.corpus.store import Store

MOST = 3  # beside one provision


def read_together(store: Store, article_ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Of every provision of a list those that belong to it: of a regulation's § the articles it rests on; of an article
    the § of its regulations that stand in the same list, or, where none does, the regulations by act_id. Regulations
    that ended are left out.
    """
    by_act: dict[str, list[str]] = {}
    for article_id in article_ids:
        by_act.setdefault(article_id.partition("#")[0], []).append(article_id)
    grounds = {act_id: _grounds(store, act_id) for act_id in by_act}
    found: dict[str, tuple[str, ...]] = {}
    for article_id in article_ids:
        own = grounds[article_id.partition("#")[0]] or _issued(store, article_id, by_act)
        if own:
            found[article_id] = tuple(own[:MOST])
    return found


def _grounds(store: Store, act_id: str) -> tuple[str, ...]:
    return store.kept.get(("grounds", act_id), lambda: tuple(r.target for r in grounds_of(store, act_id) if r.resolved))


def _issued(store: Store, article_id: str, by_act: dict[str, list[str]]) -> list[str]:
    issued = store.kept.get(("issued", article_id), lambda: tuple(delegated_acts(store, article_id)))
    acts = [a for a in issued if store.act(a).status not in ("repealed", "expired")]
    beside = [each for act_id in acts for each in by_act.get(act_id, ())]
    return beside or acts
