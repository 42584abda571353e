"""Numbers that are no articles: sums, measures, dates, hours, years, forms.

``po 100 km padł silnik`` speaks of a distance, though k.m. is the maritime code; ``silnik 90 KM`` of horsepower,
``o 2 p.p.`` of percentage points, ``KW 1234`` of a land register. Such abbreviations want "art." beside them.
"""

from __future__ import annotations

import re

_MONTH = r"(?:stycz|lut(?:y|ego)|mar[cz]|kwie|maj(?:a|u|em)?\b|czerw|lip(?:iec|ca)|sierp|wrze|pa[źz]d|listop|grud)"
_TIME = (
    r"(?:r\s?\.|rok\w*|lat(?:a|ach|ami|om|u|ek|ka)?\b|let[nń]\w*|latk\w*|dni\w*|dob\w*|miesi\w+|mies\b|tygod\w*|tyg\b"
    r"|kwarta\w*|godz\w*|min\b|minut\w*|sek\b|sekund\w*|h\b|wiek\w*)"
)
_MONEY = (
    r"(?:%|‰|zł\w*|zl\b|gr\b|grosz\w*|pln\b|eur\w*|usd\b|€|\$|dolar\w*|frank\w*|chf\b|tys\w*|mln\b|mld\b|mili\w+"
    r"|proc\w*)"
)
_MEASURE = (
    r"(?:km\b|km/h|kilom\w+|m\b|m²|m2\b|mkw\b|metr\w*|cm\b|cm³|cm3\b|mm\b|ha\b|hektar\w*|ar(?:y|ów)?\b|kg\b|kilo\b|kilogram\w*"
    r"|g\b|gram\w*|dag\b|ton\w*|l\b|litr\w*|ml\b|kw\b|kwh\b|kwp\b|kw\s?h\b|mw\b|kn\b|wat\w*|v\b|kv\b|volt\w*|amper\w*|ah\b"
    r"|db\b|decybel\w*|hz\b|ghz\b|gb\b|mb\b|tb\b|kb\b|px\b|cal(?:e|i|a)?\b|kcal\b|°|stopni\w*|promil\w*)"
)
_COUNT = (
    r"(?:raz\w*|szt\w*|sztuk\w*|os(?:ób|ob|oby|oba|obom|\.)|pok(?:\.|oj\w*)|kpl\b|opak\w*|par\b(?!\s*\.?\s*\d)|punkt\w*\s+karn\w*|pkt\s+karn\w*"
    r"|pracownik\w*|dzieci\w*|mieszka\w*|wspólnik\w*|akcj\w*|udział\w*|rat\w*)"
)
NOT_A_LABEL = re.compile(rf"\s*(?:{_MONEY}|{_TIME}|{_MEASURE}|{_MONTH}|[.,:]\d|/\d)", re.IGNORECASE)
"""What follows a number that is a period, a sum, a measure or a date and no article."""
COUNTED = re.compile(rf"\s*{_COUNT}", re.IGNORECASE)
"""What is counted. After a list that began with "art." a sentence may go on so; without "art." it is a count."""

MISTAKABLE = frozenset(
    "km kw kn pp ps pb pw pr pu op usg prd poa krp sus pos tue pit cit vat pcc rodo gdpr upa ukp uks konst usm".split()
)
"""Keys of abbreviations that are also measures, forms, fuels, rates or ordinary words: they want "art."."""

CITED_BEFORE = frozenset("kw kn pw op pb pu prd poa usm krp konst".split())
"""Those of them that are counted behind a number ("30 kW"), and that before one, in a query that is nothing else, cite:
"kw 51". Before a number a console ("PS 5"), a form ("PIT 37") and an examination ("USG 12") are named too."""
PETROL = frozenset({"95", "98"})
"""What stands behind "Pb" where it is not Prawo budowlane."""

UNITS_ALONE = frozenset("km kw kn pp ps pb pw pr pu op usg prd poa sus pos upa ukp uks usm".split())
"""Those that standing alone do not name an act either: "km" is typed for a distance."""


def is_year(number: str) -> bool:
    """No act has so many articles: a number of this size beside the name of an act is a year."""
    return number.isdecimal() and 1900 <= int(number) <= 2100
