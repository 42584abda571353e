"""Who trains on what, so that no stage is judged, or taught, on what an earlier stage has memorised.

encoder   examinations to 2022, LQAD-PL, every question of the surrogates and of the bank
ranker    ``train.written``: questions that neither the encoder nor any index has seen
choice    examinations of 2023 and the development queries
report    examinations of 2024 and 2025
"""

from __future__ import annotations

FIRST_YEAR = 2012
LAST_YEAR = 2022
CHOICE_YEAR = 2023
