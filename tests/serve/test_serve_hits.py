"""What a hit carries, alike in Python, in JSON and over HTTP; records for notebooks and tables."""

from __future__ import annotations

import dataclasses
import datetime as dt

import pytest

import przepis
from przepis.errors import CitationError, InputError
from przepis.library import Library
from przepis.records import Hit, Note, Provision, Question, Run, to_json
from tests.serve.served import settings_for

BOATS = "Kodeksu najmu łodzi"


@pytest.fixture(scope="module")
def library(sample_home):
    with Library(settings=settings_for(sample_home)) as opened:
        yield opened


def test_a_hit_needs_no_second_look_up(library):
    hit = library.search("zwrot kaucji", k=1)[0]
    article = library.article(hit.article_id)
    assert hit.text in article.text or hit.unit is not None
    assert hit.headings == article.headings
    assert hit.act_title == library.act(hit.act_id).title
    assert hit.formal_citation.endswith(f"({'t.j. ' if 't.j.' in hit.formal_citation else ''}{hit.address})")
    assert hit.summary == library.surrogate(hit.article_id).summary
    assert hit.summary_by
    assert hit.status in ("in_force", "unknown")
    assert hit.law_as_of == library.version(article.version_id).as_of
    assert hit.signals == {}
    assert library.search("zwrot kaucji", k=1, signals=True)[0].signals


def test_the_cited_unit_is_the_text(library):
    [hit] = library.search(f"art. 10 § 2 {BOATS}")
    assert hit.unit.path == ("para:2",)
    assert hit.text == "§ 2. Stan łodzi sprawdza się wspólnie przed odbiciem od przystani."
    assert hit.citation.startswith("art. 10 § 2 ")
    assert hit.confidence == 1.0


def test_what_is_cited_is_opened_whatever_is_searched_and_that_is_said(library):
    own = library.act_id(BOATS)
    other = next(act.act_id for act in library.store.acts() if act.act_id != own)
    for act, told in ((own, []), (other, ["note_cited_outside"])):
        found = library.find(f"art. 10 {BOATS}", act=act)
        assert found.hits[0].article_id == f"{own}#10"
        assert [note.key for note in found.notes] == told
    with pytest.raises(InputError):
        library.find(f"art. 10 {BOATS}", act="ustawa o tym, czego nie ma")


def test_a_unit_that_is_not_there_is_said(library):
    found = library.find(f"art. 10 § 9 {BOATS}")
    assert [hit.article_id for hit in found.hits] == ["DU/2091/145#10"]
    assert found.hits[0].confidence is None
    assert found.notes[0].key == "note_no_unit"
    assert "nie ma § 9; ma § 1–§ 2" in found.notes[0].text
    assert "has no § 9" in library.find(f"art. 10 § 9 {BOATS}", language="en").notes[0].text


def test_an_article_that_is_not_there_is_said_with_the_nearest(library):
    found = library.find(f"art. 999 {BOATS}")
    assert found.hits == ()
    assert found.notes[0].article_ids == ("DU/2091/145#30",)
    assert "nie ma art. 999. Najbliższe: art. 30" in found.notes[0].text


def test_an_act_named_alone_is_the_act(library):
    found = library.find("Kodeks najmu łodzi")
    assert (found.act.act_id, found.hits) == ("DU/2091/145", ())
    misspelt = library.find("Kodeks nnajmu łodzi")
    assert misspelt.act == found.act
    assert misspelt.notes[0].text == "Odczytano jako: Kodeks najmu łodzi."


def test_a_range_gives_all_its_articles(library):
    labels = [hit.article_id.partition("#")[2] for hit in library.search(f"art. 9-11 {BOATS}")]
    assert labels == ["9", "10", "11"]
    assert [a.label for a in library.articles(f"art. 9-11 {BOATS}")] == labels


def test_the_wording_and_the_unit_are_those_of_the_day(library):
    old = library.search("DU/2091/101#7", on="2091-06-01")[0]
    new = library.search("DU/2091/101#7")[0]
    assert old.text != new.text
    assert old.version_id == "DU/2091/101"
    assert old.valid_to is not None
    for hit in library.search("ogród dachowy", on="2092-01-01", k=5):
        article = library.article(hit.article_id, "2092-01-01")
        assert hit.version_id == article.version_id
        assert hit.unit is None or hit.unit in article.units


@pytest.mark.parametrize("day", ["2092-01-01", "1.01.2092", "1 stycznia 2092 r.", dt.date(2092, 1, 1)])
def test_a_day_may_be_written(library, day):
    assert library.article("DU/2091/101#7", day).version_id == "DU/2091/101"


def test_a_day_that_is_none_is_refused(library):
    with pytest.raises(InputError, match="not a date"):
        library.search("kaucja", on="kiedyś")


def test_records_can_be_hashed(library):
    hits = library.search("zwrot kaucji", k=3, signals=True)
    assert len({*hits, *hits}) == 3
    assert len({Hit("a#1", 1.0, 1, signals={"x": 1.0}), Question("q", "?", meta={"a": 1}), Run("q", ())}) == 3
    assert hash(library.article(hits[0].article_id)) == hash(library.article(hits[0].article_id))


def test_a_table_in_one_call(library):
    pandas = pytest.importorskip("pandas")
    frame = przepis.to_frame(library.search("zwrot kaucji", k=3))
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["rank"]) == [1, 2, 3]
    assert set(frame.columns) == set(Provision.__dataclass_fields__)
    assert frame["unit"].map(lambda unit: unit is None or isinstance(unit, str)).all()
    assert len(przepis.to_frame(library.versions("DU/2091/101"))) == 3
    with pytest.raises(InputError, match="records of przepis"):
        przepis.to_frame([1, 2])


def test_a_notebook_shows_hits_escaped(library):
    html = library.search("zwrot kaucji", k=2)._repr_html_()
    assert html.count("<li>") == 2
    bad = Provision("a#1", 1, 1.0, None, "<b>", "", "a", "<i>", (), None, "<script>", "in_force", dt.date(2090, 1, 1))
    assert "<script>" not in bad._repr_html_()
    assert "<i>" not in bad._repr_html_()


def test_rest_carries_the_same(site, library):
    page = site.get("/v1/search", params={"text": "zwrot kaucji", "limit": 2}).json()
    assert page["hits"] == to_json(list(library.search("zwrot kaucji", k=2)))
    said = site.get("/v1/search", params={"text": f"art. 999 {BOATS}", "language": "en"}).json()
    assert said["notes"][0]["text"].startswith("Kodeks najmu łodzi has no art. 999")
    assert site.get("/v1/search", params={"text": "Kodeks najmu łodzi"}).json()["act"]["act_id"] == "DU/2091/145"
    assert site.get("/v1/search", params={"text": "łódź", "signals": "true", "limit": 1}).json()["hits"][0]["signals"]


def test_acts_by_name_year_kind_and_status(library):
    assert [row.act.act_id for row in library.acts("lodzi").acts] == ["DU/2091/145"]
    assert {row.act.date.year for row in library.acts(year=2091).acts} == {2091}
    assert library.acts(kind="treaty").total == 0
    assert library.acts("smok").total == 0
    assert library.acts("-").total == 0
    everything = library.acts(limit=5)
    assert (everything.total, len(everything.acts), everything.next_offset) == (12, 5, 5)


def test_notes_of_every_problem_have_words():
    from przepis.messages import Messages

    values = (("act", "a"), ("label", "art. 1"), ("article", "b"), ("unit", "§ 1"), ("has", "§ 2"), ("title", "t"))
    for key in ("no_article", "no_act", "named_elsewhere", "unknown_act", "not_in_corpus", "no_paragraphs"):
        for language in ("pl", "en"):
            assert Messages(language).note(Note(f"note_{key}", values), ["art. 2"])


def take_text_of_day_away(library, article_id: str, monkeypatch) -> None:
    article = library.store.article

    def without_text(asked: str, on=None):
        if asked == article_id and on is not None:
            raise CitationError("no text of that day")
        return article(asked, on)

    monkeypatch.setattr(library.store, "article", without_text)


def test_the_best_match_without_a_wording_of_the_day_is_named_and_nothing_is_sure(library, monkeypatch):
    """Others are shown in its place, and what was judged sure was not them."""
    day = library.store.present_day()
    question = "kaucja za łódź"
    best, *_ = library.find(question, on=day, pipeline="przepis").hits
    take_text_of_day_away(library, best.article_id, monkeypatch)
    monkeypatch.setattr("przepis.answer.of_day.LEAST_NAMED", best.confidence)
    found = library.find(question, on=day, pipeline="przepis")
    assert found.hits[0].article_id != best.article_id
    assert found.sure is False
    (told,) = [note for note in found.notes if note.key == "note_best_not_on_day"]
    assert "--history" in told.text


def test_what_is_far_behind_the_best_does_not_stand_in_its_place(library, monkeypatch):
    day = library.store.present_day()
    question = "kaucja za łódź"
    best, second, *_ = library.run(question, on=day, pipeline="przepis").hits
    assert second.confidence > 0
    take_text_of_day_away(library, best.article_id, monkeypatch)
    monkeypatch.setattr("przepis.answer.of_day.LEAST_NAMED", best.confidence)
    monkeypatch.setattr("przepis.answer.of_day.FAR_BEHIND", 1.01 * second.confidence / best.confidence)
    run = library.run(question, on=day, pipeline="przepis")
    assert (run.hits, run.sure) == ((), None)
    assert run.notes[-1].key == "note_best_not_on_day"
    assert run.notes[-1].article_ids == (best.article_id,)


@pytest.mark.parametrize("question", ["kaucja za łódź", "art. 12 ustawy o kotach"])
def test_what_is_said_of_a_day_without_hits_does_not_contradict_itself(library, monkeypatch, question):
    """Nothing found, or what would have been the best: not both; and no best that was hardly a match."""
    day = library.store.present_day()

    article = library.store.article

    def without_text(article_id, on=None):
        if on is None:
            return article(article_id)
        raise CitationError("no text of that day")

    asked = {"on": day, "pipeline": "przepis"}
    monkeypatch.setattr(library.store, "article", without_text)
    for least, last in ((0.0, "note_best_not_on_day"), (1.1, "note_nothing_on_day")):
        monkeypatch.setattr("przepis.answer.of_day.LEAST_NAMED", least)
        run = library.run(question, **asked)
        keys = [told.key for told in run.notes]
        assert (run.hits, keys[-1]) == ((), last)
        assert len({"note_best_not_on_day", "note_nothing_on_day"} & set(keys)) == 1
    before = Note("note_day_before_texts", (("day", str(day)), ("first", str(day))))
    monkeypatch.setattr(library.past, "about_day", lambda on: (before,))
    assert "note_nothing_on_day" not in [told.key for told in library.run(question, **asked).notes]


def test_a_kind_may_be_named_in_polish(library):
    asked = {"k": 5, "pipeline": "przepis"}
    there = [hit.article_id for hit in library.find("kaucja za łódź", kind="statute", **asked).hits]
    assert [hit.article_id for hit in library.find("kaucja za łódź", kind=" Ustawa", **asked).hits] == there


def test_a_paragraph_whose_count_cannot_hold_is_not_shown_as_another(library, monkeypatch):
    """The article speaks of § 1a, so what was counted as § 2 need not be § 2."""
    from przepis.corpus.units import build_unit, parse_units

    article = library.store.article("DU/2091/145#10")
    text = "Stan łodzi sprawdza się.\nSprawdza się go wspólnie.\nKto go zaniecha z § 1a, odpowiada."
    units = tuple(build_unit(text, span) for span in parse_units(text, "para"))
    lost = dataclasses.replace(article, text=text, units=units)
    monkeypatch.setattr(library.store, "article", lambda *asked, **more: lost)
    first = library.find(f"art. 10 § 1 {BOATS}")
    assert first.hits[0].confidence == 1.0
    second = library.find(f"art. 10 § 2 {BOATS}")
    assert second.hits[0].confidence is None
    assert [note.key for note in second.notes][:1] == ["note_units_lost"]


def test_law_of_now_is_not_shown_in_silence_for_the_law_of_then(library):
    asked = "jaka była kaucja za łódź w 2010 roku"
    assert "note_law_of_now" in [told.key for told in library.find(asked, k=1).notes]
    for question, on in (("kaucja za łódź", None), ("art. 5 Kodeksu najmu łodzi", None), (asked, "2094-12-01")):
        found = library.find(question, on=on)
        assert "note_law_of_now" not in [told.key for told in found.notes], question


def test_units_cited_beside_the_one_that_is_marked_are_named(library):
    (told,) = library.find("art. 7 § 1 i 2 Kodeksu najmu łodzi").notes
    assert told.key == "note_more_units"
    assert "§ 2" in told.text
    assert not library.find("art. 7 § 1 Kodeksu najmu łodzi").notes


def test_a_raised_point_opens_by_its_number_and_as_sources_print_it(library, monkeypatch):
    from przepis.corpus.units import build_unit, parse_units

    article = library.store.article("DU/2091/145#10")
    text = "Łódź można:\n1) myć;\n11) malować;\n2) suszyć."
    units = tuple(build_unit(text, span) for span in parse_units(text, "para"))
    raised = dataclasses.replace(article, text=text, units=units)
    monkeypatch.setattr(library.store, "article", lambda *asked, **more: raised)
    first = library.find(f"art. 10 pkt 1^1 {BOATS}").hits[0]
    assert (first.unit.path, first.confidence) == (("point:1^1",), 1.0)
    assert first.citation.startswith("art. 10 pkt 1¹ ")
    assert first.text == "Łódź można:\n1¹) malować;"
    flattened = library.find(f"art. 10 pkt 11 {BOATS}")
    assert (flattened.hits[0].unit.path, flattened.hits[0].confidence) == (("point:1^1",), None)
    assert [note.key for note in flattened.notes] == ["note_flattened"]
    done = library.verify(f"art. 10 pkt 11 {BOATS}", "11) malować")
    assert (done.verified, done.unit, done.notes[0].key) == (True, ("point:1^1",), "note_flattened")
    assert not library.verify(f"art. 10 pkt 12 {BOATS}").verified
