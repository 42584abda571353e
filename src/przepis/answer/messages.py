"""What a reader is told when there is no answer; Polish by default, English beside it."""

from __future__ import annotations

MESSAGES: dict[str, dict[str, str]] = {
    "no-articles": {
        "pl": "Nie znaleziono żadnego przepisu, na którym można oprzeć odpowiedź.",
        "en": "No provision was found on which an answer could rest.",
    },
    "insufficient": {
        "pl": "Znalezione przepisy nie rozstrzygają tego pytania.",
        "en": "The provisions found do not settle this question.",
    },
    "no-basis": {
        "pl": "Model nie wskazał podstawy prawnej, więc odpowiedź nie jest podana.",
        "en": "The model named no legal basis, so no answer is given.",
    },
    "basis-unverified": {
        "pl": "Wskazanej podstawy prawnej nie ma w zbiorze, więc odpowiedź nie jest podana.",
        "en": "The legal basis named is not in the corpus, so no answer is given.",
    },
    "unusable": {
        "pl": "Model nie dał odpowiedzi, której można użyć.",
        "en": "The model gave no usable answer.",
    },
}


def message(reason: str, language: str = "pl") -> str:
    return MESSAGES[reason][language]
