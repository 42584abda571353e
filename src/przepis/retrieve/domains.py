"""Legal domains of acts, by their titles, and the designated first tier: for the document stage of the cascade.

The names are those the query-analysis call chooses from (``retrieve.analysis.DOMAINS``).
"""

from __future__ import annotations

import re

_PATTERNS: tuple[tuple[str, str], ...] = (
    ("konstytucyjne", r"konstytucj|wyborcz|referend|sejm|senat|trybuna"),
    ("rodzinne", r"rodzinny|opiekuńcz|aktach stanu|alimen|piecz"),
    ("postępowanie cywilne", r"postępowania cywilnego|sądowych w sprawach cywilnych"),
    ("postępowanie karne", r"postępowania karnego|karny wykonawczy"),
    ("wykroczenia", r"wykrocze"),
    ("postępowanie administracyjne", r"postępowania administracyjnego|sądami administracyjnymi|egzekucyjnym w admin"),
    ("karne", r"\bkarn|narkoman"),
    ("podatkowe", r"podat|skarbow|ordynacja podat|celn|akcyz"),
    ("pracy", r"kodeks pracy|pracowni|związkach zawodowych|wynagrodzeni|zatrudni"),
    ("ubezpieczeń społecznych", r"ubezpieczeń społecznych|emerytur|rent|zasiłk|świadczeniach pieniężnych"),
    ("upadłościowe i restrukturyzacyjne", r"upadłościow|restruktur"),
    ("finansowe i bankowe", r"bank|płatnicz|papier|instrumentami finansow|funduszach|ubezpieczeniow|kredyt"),
    ("handlowe i gospodarcze", r"spółek|przedsiębior|konkurencj|rejestrze sądowym|gospodarcz|zamówień"),
    ("ustrój sądów i zawody prawnicze", r"adwoka|radcach prawnych|notaria|komornik|sądów|prokurat|sądzie"),
    ("własności intelektualnej", r"autorsk|własności przemysłowej|baz danych"),
    ("nieruchomości i budownictwo", r"budowlan|nieruchomoś|lokal|księgach wieczystych|planowani|mieszkani"),
    ("samorząd terytorialny", r"samorząd|gmin|powiat|województw"),
    ("zdrowie", r"zdrow|pacjent|leczn|lekarz|pielęgniar|farmaceut"),
    ("oświata i nauka", r"oświat|nauczyciel|szkoln|nauk"),
    ("środowisko i energia", r"środowisk|wodn|odpad|energ|przyrod|las"),
    ("transport", r"drogow|kolej|lotnicz|przewoz|pojazd|morsk|żeglug"),
    ("bezpieczeństwo i obronność", r"policj|straż|obron|żołnierz|wojsk|agencji bezpiecz|broni"),
    ("cywilne", r"cywiln|konsumen|spadk|spółdzieln|najem"),
    ("administracyjne", r"administrac|cudzoziem|zgromadze|ewidencj|dowod|stowarzysz|fundacj"),
)
_COMPILED = tuple((domain, re.compile(pattern, re.IGNORECASE)) for domain, pattern in _PATTERNS)
_TIER_ONE = re.compile(
    r"^(kodeks\b|konstytucja\b|ordynacja podatkowa|prawo o adwokaturze|o radcach prawnych)", re.IGNORECASE
)


def act_domain(title: str) -> str:
    return next((domain for domain, pattern in _COMPILED if pattern.search(title)), "inne")


def first_tier(title: str) -> bool:
    """The codes, the Constitution, and the acts on the two professions that the examination is for."""
    return _TIER_ONE.match(title) is not None
