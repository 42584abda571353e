"""Where a text was published: the address to cite it by, and the official page to read it at."""

from __future__ import annotations

import datetime as dt

from przepis.law.citation_parser import Units
from przepis.law.names import ActNames
from przepis.law.printing import format_citation
from przepis.records import Article, Version

OFFICIAL = "https://eli.gov.pl/eli/"
"""The State's own register of published acts, by ELI."""


def formal_citation(article: Article, version: Version, names: ActNames, units: Units = ()) -> str:
    """``art. 22¹ § 1 k.c. (t.j. Dz.U. 2024 poz. 1061)``; "ze zm." where later acts made the wording."""
    return with_address(format_citation(article.article_id, names, units), article, version)


def with_address(cited: str, article: Article, version: Version) -> str:
    """A citation of the article made formal."""
    where = f"t.j. {version.address}" if version.consolidated else version.address
    where = f"{where} ze zm." if where and article.ours else where
    return f"{cited} ({where})" if where else cited


def official_url(version: Version) -> str:
    """Empty where the register cannot have it: the sample (of years to come), or an id made for want of the real."""
    publisher, _, rest = version.version_id.partition("/")
    year, _, position = rest.partition("/")
    if publisher not in ("DU", "MP") or not (year.isdigit() and position.isdigit()):
        return ""
    if int(year) > dt.date.today().year:
        return ""
    return f"{OFFICIAL}{publisher}/{year}/{position}"
