"""A consolidated text of an invented act, as the Markdown source prints one; for tests of amending and of the past."""

CONSOLIDATED = """---
title: "Obwieszczenie z dnia 1 stycznia {year} r. w sprawie ogłoszenia jednolitego tekstu ustawy o parkach"
eli: "{eli}"
legal_status_date: "{day}"
promulgation_date: "{day}"
display_address: "Dz.U. {year} poz. {position}"
---
ogłasza się jednolity tekst ustawy z dnia 3 maja 2010 r. o parkach

## Załącznik - Tekst jednolity ustawy

{body}"""
