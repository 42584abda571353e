"""Is a short text Polish? By its commonest words and its letters, against those of the neighbours.

A model asked for Polish that answers in English, Czech or Russian must be caught; a detector of a hundred
languages is not needed for that.
"""

from __future__ import annotations

import re

# By hand: the words that a sentence of any length in the language can hardly avoid.
_POLISH_WORDS = """
    i w z na do się nie o że jest od po za przez dla oraz lub albo czy jak co kto gdy jeśli jeżeli
    może można trzeba ma mam mieć mnie mi mój moja moje być jakie jaki jaka który która które kiedy
    ile przy bez pod nad przed ze we to tego tym ten ta tej jego jej ich są był była będzie tylko
    także też już gdzie komu czego czym a ale bo aby żeby tak swoje swój sobie nim niej więc nawet
    jako między według wobec
"""
_OTHER_WORDS = """
    the of and to in is for that with on by or be are this it as an not what who when how can my does which
    der die das und ist nicht ein eine mit zu den von auf für wer wann wie kann wenn
    je se že pro ktorý který která nebo kdy může jsem není
    le la les des est une dans pour que qui et du el los una por con del
    и в не на что как для кто это или при
"""
_POLISH = frozenset(_POLISH_WORDS.split())
_OTHER = frozenset(_OTHER_WORDS.split()) - _POLISH
_LETTERS = re.compile(r"[ąćęłńóśźż]")
_FOREIGN = re.compile(r"[řěůťďňľĺßäöüàâçèêëîïôûñãõа-яёіїєґ]")
_WORDS = re.compile(r"[^\W\d_]+")


def looks_polish(text: str) -> bool:
    """True where Polish evidence outweighs foreign; a text with no evidence at all is taken as Polish only
    if short.
    """
    words = [w.lower() for w in _WORDS.findall(text)]
    if not words:
        return False
    polish = sum(w in _POLISH for w in words) + sum(bool(_LETTERS.search(w)) for w in words)
    foreign = sum(w in _OTHER for w in words) + 2 * sum(bool(_FOREIGN.search(w)) for w in words)
    if polish == 0:
        return foreign == 0 and len(words) <= 8
    return polish > foreign and polish / len(words) >= 0.12
