"""Status with evidence: what witnesses say, which of them is believed, and what bad input does."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from przepis.answer.shown import act_notes
from przepis.corpus.checks import corpus_stats
from przepis.corpus.importing import import_markdown
from przepis.corpus.store import Store
from przepis.corpus.validity.disagree import disagreement_of, why_void
from przepis.corpus.validity.record import validity_from_json
from przepis.corpus.validity.settle import disagreements, import_published, settle_validity, validity_of
from przepis.corpus.validity.standing import ended_acts
from przepis.errors import SourceError
from przepis.lookups import Lookups
from przepis.messages import Messages
from przepis.present import status_of
from tests.corpus.written_law import write

BOATS, RAFTS = "DU/2091/3", "DU/2095/8"


def act(
    eli: str,
    title: str,
    body: str = "##### Art. 1.\n\nWolno pływać.\n",
    *,
    status: str = "obowiązujący",
    entry: str = "2091-04-01",
) -> str:
    stated = f'status_pl: "{status}"\n' if status else ""
    return f'---\ntitle: "Ustawa z dnia {title}"\neli: "{eli}"\n{stated}entry_into_force: "{entry}"\n---\n{body}'


BOATS_TITLE = "3 marca 2091 r. o najmie łodzi"
ENDS_BOATS = (
    "##### Art. 1.\n\nTratwę wolno nająć.\n\n"
    "##### Art. 9.\n\nTraci moc ustawa z dnia 3 marca 2091 r. o najmie łodzi .\n"
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "home", create=True)


def test_a_clause_in_the_corpus_itself_ends_an_act_that_says_nothing_of_it(tmp_path: Path, store: Store) -> None:
    law = write(
        tmp_path / "law",
        boats=act(BOATS, BOATS_TITLE),
        rafts=act(RAFTS, "5 maja 2095 r. o tratwach", ENDS_BOATS, entry="2095-06-01"),
    )
    import_markdown(store, law, workers=1)
    verdict = validity_of(store, BOATS)
    assert (verdict.status, verdict.until, verdict.exact) == ("repealed", dt.date(2095, 6, 1), True)
    assert (verdict.ended_by, verdict.ended_by_article, verdict.replaced_by) == (RAFTS, "9", RAFTS)
    assert verdict.since == dt.date(2091, 4, 1)
    assert verdict.in_force_on(dt.date(2095, 5, 31)) is True
    assert verdict.in_force_on(dt.date(2095, 6, 1)) is False
    assert verdict.in_force_on(dt.date(2091, 3, 31)) is False
    assert [v.act_id for v in disagreements(store)] == [BOATS]
    assert validity_of(store, RAFTS).status == "in_force"


def test_evidence_alone_makes_no_act_searchable(tmp_path: Path, store: Store) -> None:
    import_markdown(store, write(tmp_path / "law", boats=act(BOATS, BOATS_TITLE)), workers=1)
    before = corpus_stats(store)["articles"]
    source = write(
        tmp_path / "published",
        rafts=act(RAFTS, "5 maja 2095 r. o tratwach", ENDS_BOATS, entry="2095-06-01"),
        boats=act(BOATS, BOATS_TITLE, status="uchylony"),
    )
    report, _ = import_published(store, source)
    assert (report.n_read, report.n_clauses) == (2, 1)
    facts = corpus_stats(store)
    assert (facts["acts"], facts["articles"], facts["acts_with_contradicting_witnesses"]) == (1, before, 1)
    verdict = validity_of(store, BOATS)
    assert (verdict.status, verdict.replaced_by_title) == ("repealed", "o tratwach")
    assert store.act(BOATS).status == "in_force", "the day lies in the future"


def test_a_text_of_a_later_day_outweighs_a_clause(tmp_path: Path, store: Store) -> None:
    announced = (
        '---\ntitle: "Obwieszczenie w sprawie ogłoszenia jednolitego tekstu ustawy o najmie łodzi"\neli: "DU/2096/1"\n'
        'status_pl: "wygaśnięcie aktu"\nlegal_status_date: "2096-01-01"\n---\n## Treść\n\n'
        "1. Ogłasza się jednolity tekst ustawy z dnia 3 marca 2091 r. o najmie łodzi.\n\n"
        "## Załącznik - Tekst jednolity\n\n##### Art. 1.\n\nWolno.\n"
    )
    law = write(
        tmp_path / "law",
        boats=act(BOATS, BOATS_TITLE),
        rafts=act(RAFTS, "5 maja 2095 r. o tratwach", ENDS_BOATS, entry="2095-06-01"),
        text=announced,
    )
    import_markdown(store, law, workers=1)
    verdict = validity_of(store, BOATS)
    assert (verdict.status, verdict.until) == ("in_force", None)
    assert "2096-01-01" in verdict.disagreement
    told = disagreement_of(verdict)
    assert told is not None
    said = Messages("pl").note(told)
    assert said == f"akt miał skończyć art. 9 aktu {RAFTS}, ale jest tekst według stanu na 2096-01-01"
    (voided,) = [w for w in verdict.witnesses if w.void]
    assert Messages("pl").note(why_void(voided)) == "jest tekst według stanu na 2096-01-01"


def test_a_clause_of_an_act_ended_before_ends_nothing(tmp_path: Path, store: Store) -> None:
    """The reason is kept with its day, so that both languages tell what was decided and nothing is guessed anew."""
    ends_rafts = "##### Art. 1.\n\nWolno.\n\n##### Art. 2.\n\nTraci moc ustawa z dnia 5 maja 2095 r. o tratwach.\n"
    law = write(
        tmp_path / "law",
        boats=act(BOATS, BOATS_TITLE),
        rafts=act(RAFTS, "5 maja 2095 r. o tratwach", ENDS_BOATS, entry="2095-06-01"),
        nets=act("DU/2095/9", "9 maja 2095 r. o sieciach", ends_rafts, entry="2095-05-20"),
    )
    import_markdown(store, law, workers=1)
    verdict = validity_of(store, BOATS)
    assert verdict.status == "in_force"
    (voided,) = [w for w in verdict.witnesses if w.void]
    assert (voided.void, voided.void_day) == ("source_ended", dt.date(2095, 5, 20))
    assert Messages("pl").note(why_void(voided)) == f"sam {RAFTS} utracił moc z dniem 2095-05-20"
    assert verdict.disagreement == f"art. 9 of {RAFTS} ends the act, but {RAFTS} was itself ended on 2095-05-20"


@pytest.mark.parametrize(
    ("words", "void"),
    [
        ("a text states the law of 2096-01-01", "text_later"),
        ("DU/2095/8 was itself ended on 2096-01-01", "source_ended"),
    ],
)
def test_a_reason_kept_by_an_older_release_is_read(words: str, void: str) -> None:
    witness = {"kind": "clause", "source": RAFTS, "says": "repealed", "day": "2095-06-01", "void": words}
    (read,) = validity_from_json({"act_id": BOATS, "witnesses": [witness]}).witnesses
    assert (read.void, read.void_day) == (void, dt.date(2096, 1, 1))


def test_what_a_clause_leaves_in_force_for_good_keeps_the_act(tmp_path: Path, store: Store) -> None:
    partly = ENDS_BOATS.replace("łodzi .", "łodzi , z wyjątkiem art. 1.")
    law = write(
        tmp_path / "law",
        boats=act(BOATS, BOATS_TITLE),
        rafts=act(RAFTS, "5 maja 2095 r. o tratwach", partly, entry="2095-06-01"),
    )
    import_markdown(store, law, workers=1)
    verdict = validity_of(store, BOATS)
    assert verdict.status == "in_force"
    assert "art. 1" in verdict.disagreement


def test_an_end_without_a_day_is_not_dated_by_the_newest_text(tmp_path: Path, store: Store) -> None:
    canoes = act("DU/2014/50", "3 marca 2014 r. o najmie łodzi", status="uchylony", entry="2014-04-01")
    canoes = canoes.replace("entry_into", 'promulgation_date: "2014-03-20"\nentry_into')
    import_markdown(store, write(tmp_path / "law", canoes=canoes), workers=1)
    verdict = validity_of(store, "DU/2014/50")
    assert (verdict.status, verdict.until) == ("repealed", None)
    assert verdict.last_text is not None
    today = store.present_day()
    days = (verdict.last_text, verdict.last_text + dt.timedelta(1), today - dt.timedelta(1), today)
    known = {"in_force": True, "unknown": None, "repealed": False}
    said = [verdict.status_on(day) for day in days]
    assert said == ["in_force", "unknown", "unknown", "repealed"]
    assert [verdict.in_force_on(day) for day in days] == [known[status] for status in said]
    assert [bool(ended_acts(store, day)) for day in days] == [False, False, False, True], "a search leaves it out"
    keys = [[note.key for note in act_notes(verdict, day)] for day in days]
    assert keys == [[], ["warn_act_end_unknown"], ["warn_act_end_unknown"], ["warn_act_ended_somehow"]]
    lookups = Lookups(store)
    first, between, _, last = (lookups.verify("DU/2014/50#1", on=day) for day in days)
    assert (first.verified, between.verified, last.verified) == (True, False, False)
    assert (between.in_force, between.exists) == (None, True)
    assert "whether it had by that day is not known" in between.reason
    article = lookups.article("DU/2014/50#1")
    told = [note.key for note in lookups.notes(article, days[1])]
    assert told == ["warn_act_end_unknown"], "the sources are not silent"
    assert status_of(lookups.standing(article, days[1])) == "unknown"


def test_settling_again_changes_nothing(tmp_path: Path, store: Store) -> None:
    law = write(
        tmp_path / "law", boats=act(BOATS, BOATS_TITLE), rafts=act(RAFTS, "5 maja 2095 r. o tratwach", ENDS_BOATS)
    )
    import_markdown(store, law, workers=1)
    before = store.fingerprint()
    settle_validity(store)
    import_markdown(store, law, workers=1)
    assert store.fingerprint() == before


# -- bad input: imported as far as sure, the rest reported ----------------------------------------------------


def test_an_archive_without_status_fields(tmp_path: Path, store: Store) -> None:
    law = write(tmp_path / "law", boats=act(BOATS, BOATS_TITLE, status=""))
    assert import_markdown(store, law, workers=1).n_stored == 1
    verdict = validity_of(store, BOATS)
    assert (verdict.status, verdict.witnesses) == ("unknown", ())
    assert verdict.in_force_on(dt.date(2092, 1, 1)) is None, "unknown is said, never rounded to in force"
    assert corpus_stats(store)["acts_of_unknown_status"] == 1
    report, _ = import_published(store, law)
    assert (report.n_without_status, report.failed) == (1, [])


def test_contradictory_statuses_are_decided_and_listed(tmp_path: Path, store: Store) -> None:
    import_markdown(store, write(tmp_path / "law", boats=act(BOATS, BOATS_TITLE)), workers=1)
    announced = (
        '---\ntitle: "Obwieszczenie w sprawie ogłoszenia jednolitego tekstu ustawy o najmie łodzi"\neli: "DU/2096/1"\n'
        'status_pl: "uchylony"\nlegal_status_date: "2096-01-01"\n---\n## Treść\n\n'
        "1. Ogłasza się jednolity tekst ustawy z dnia 3 marca 2091 r. o najmie łodzi.\n\n"
        "## Załącznik - Tekst jednolity\n\n##### Art. 1.\n\nWolno.\n"
    )
    with store:
        store.db.execute("DELETE FROM statements")  # the base act is known from the published statutes alone
        store.db.execute("DELETE FROM versions WHERE version_id = ?", (BOATS,))
        import_markdown(store, write(tmp_path / "texts", text=announced), workers=1)
        import_published(store, write(tmp_path / "published", boats=act(BOATS, BOATS_TITLE)))
        verdict = validity_of(store, BOATS)
        assert verdict.status == "repealed", "one that says the act has ended outweighs one that says it has not"
        assert "„uchylony”" in verdict.disagreement
        assert "„obowiązujący”" in verdict.disagreement


def test_a_clause_that_names_no_known_act_is_reported(tmp_path: Path, store: Store) -> None:
    law = write(tmp_path / "law", rafts=act(RAFTS, "5 maja 2095 r. o tratwach", ENDS_BOATS))
    import_markdown(store, law, workers=1)
    heard = settle_validity(store)
    assert [(eli, c.title) for eli, c in heard.unknown if eli == RAFTS] == [(RAFTS, "o najmie łodzi")]
    assert validity_of(store, RAFTS).status == "in_force"


def test_evidence_that_is_no_act_is_refused_and_changes_nothing(tmp_path: Path, store: Store) -> None:
    import_markdown(store, write(tmp_path / "law", boats=act(BOATS, BOATS_TITLE)), workers=1)
    before = store.fingerprint()
    with pytest.raises(SourceError, match="front matter"):
        import_published(store, write(tmp_path / "published", note="no act"))
    assert store.fingerprint() == before
