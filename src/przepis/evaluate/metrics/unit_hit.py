"""unit@1: the first hit is a right article and the unit it marks is the one the key names, or lies within it.

§ and ust. are taken for one another: keys and sources write them interchangeably.
"""

from __future__ import annotations

from collections.abc import Iterable

from przepis.corpus.units import as_paragraph


def unit_hit(article_id: str, unit_path: str, right_units: Iterable[str]) -> bool:
    """``unit_path`` is "para:1/point:2"; a right unit "DU/1964/93#8/para:1"."""
    marked = _parts(unit_path)
    for unit in right_units:
        wanted_article, _, wanted_path = split_unit(unit)
        wanted = _parts(wanted_path)
        if wanted_article == article_id and marked[: len(wanted)] == wanted:
            return True
    return False


def split_unit(unit: str) -> tuple[str, str, str]:
    """``"DU/1964/93#8/para:1"`` -> article id, "/", path. The act's own id has slashes, so ``#`` comes first."""
    act_id, _, rest = unit.partition("#")
    label, slash, path = rest.partition("/")
    return f"{act_id}#{label}", slash, path


def _parts(path: str) -> list[str]:
    return [as_paragraph(part) for part in path.split("/") if part]
