"""Numbers of § told from amending acts, references and older texts. The law is invented."""

from __future__ import annotations

import datetime as dt

from benchmarks.numbering.chain import label_chain
from benchmarks.numbering.evidence import Evidence, gather, implied, own_mentions, paragraphs_of
from benchmarks.numbering.texts import Text
from przepis.corpus.amend.operations import Insert, Number, Operation, Place, Repeal, Replace
from przepis.corpus.amend.schedule import Change

ART = ("art", "7", "")
FIRST = "Rybak łowi w dzień i oddaje połowę ryb sołtysowi."
ADDED = "W nocy rybak łowi przy latarni, którą sam przynosi."
SECOND = "Kto łowi bez latarni, sprząta przystań przez tydzień."
THIRD = "Sołtys prowadzi spis rybaków i latarni."
OLD, NEW, LATER = dt.date(2090, 1, 1), dt.date(2092, 1, 1), dt.date(2094, 1, 1)


def text(day: dt.date, *lines: str) -> Text:
    return Text(day, "\n".join(lines), list(lines))


def changed(*operations: Operation, day: dt.date = dt.date(2091, 1, 1)) -> Evidence:
    return gather(Change(day, day, "DU/2091/1", (), operation) for operation in operations).get("7", Evidence())


def added(label: str, words: str) -> Insert:
    return Insert("para", Place((ART,)), f"§ {label}. {words}")


def labels(texts: list[Text], said: Evidence) -> list[list[str]]:
    """Of every text; counted ones with a mark."""
    return [[n.label + ("" if n.known else "~") for n in told] for told in label_chain(texts, said)]


def test_what_nobody_speaks_of_is_counted() -> None:
    assert labels([text(OLD, FIRST, SECOND)], Evidence()) == [["1~", "2~"]]


def test_an_added_paragraph_bears_its_own_number_from_its_day_on() -> None:
    said = changed(added("1a", ADDED))
    texts = [text(OLD, FIRST, SECOND, THIRD), text(NEW, FIRST, ADDED, SECOND, THIRD)]
    assert labels(texts, said) == [["1", "2~", "3~"], ["1", "1a", "2~", "3~"]]


def test_a_number_goes_with_its_words_to_later_texts() -> None:
    place = Place((ART, ("para", "2", "")))
    said = changed(added("1a", ADDED), Replace((place,), f"§ 2. {SECOND}"))
    later = text(LATER, FIRST, ADDED.replace("sam", "z domu"), SECOND, THIRD)
    assert labels([text(NEW, FIRST, ADDED, SECOND, THIRD), later], said)[1] == ["1", "1a", "2", "3~"]


def test_a_repealed_paragraph_keeps_its_place() -> None:
    said = changed(Repeal((Place((ART, ("para", "2", ""))),)), added("3", THIRD))
    assert labels([text(NEW, FIRST, "(uchylony)", THIRD)], said) == [["1", "2", "3"]]


def test_an_article_worded_anew_loses_its_old_numbers() -> None:
    said = changed(added("1a", ADDED), day=dt.date(2090, 6, 1))
    anew = changed(Replace((Place((ART,)),), f"Art. 7. § 1. {SECOND} § 2. {FIRST} § 3. {ADDED}"))
    said.quotes += anew.quotes
    said.wholes += anew.wholes
    assert labels([text(NEW, SECOND, FIRST, ADDED)], said) == [["1", "2", "3"]]


def test_an_article_worded_anew_is_known_by_its_clause_where_its_heading_is_garbled() -> None:
    said = changed(Replace((Place((ART,)),), f"Art. 7^^§ 1. {SECOND} § 2. {FIRST}"))
    assert labels([text(NEW, SECOND, FIRST)], said) == [["1", "2"]]


def test_a_paragraph_that_gets_another_number_is_found_under_it() -> None:
    said = changed(added("2a", ADDED))
    said.renamed += changed(Number(Place((ART, ("para", "2a", ""))), "para", "2^1")).renamed
    assert labels([text(NEW, FIRST, SECOND, ADDED)], said)[0][2] == "2^1"


def test_more_paragraphs_than_numbers_are_not_numbered_behind_the_gap() -> None:
    said = changed(added("2", SECOND), added("3", THIRD))
    told = labels([text(NEW, FIRST, "Nikt nie wie, skąd to zdanie się wzięło.", SECOND, THIRD)], said)
    assert told == [["~", "~", "~", "~"]]


def test_what_an_amending_act_quotes_inside_a_paragraph_begins_none() -> None:
    said = changed(added("1", f"{FIRST} {ADDED}"), added("2", SECOND))
    assert [n.label for n in label_chain([text(NEW, FIRST, ADDED, SECOND)], said)[0]] == ["1", "-", "2"]


def test_the_article_speaks_of_its_own_paragraphs() -> None:
    words = "Przepisy § 1, 2a i 3 oraz § 5-7 stosuje się; nie stosuje się art. 9 § 4 i rozporządzenia § 8."
    assert own_mentions(words) == {"1", "2a", "3", "5", "7"}
    told = labels([text(NEW, FIRST, ADDED, SECOND, "Przepisów § 1 i 1a nie stosuje się zimą.")], Evidence())
    assert told == [["1~", "1a~", "2~", "3~"]]


def test_numbers_presuppose_others() -> None:
    assert implied({"2^3", "1b"}) == {"2", "2^1", "2^2", "1", "1a"}


def test_a_quotation_may_leave_numbers_out() -> None:
    quote = "§ 2. Rybak śpi. § 5a. Sołtys, o którym mowa w § 2, czuwa."
    assert [label for label, _ in paragraphs_of(quote)] == ["2", "5a"]


def test_what_is_said_of_an_article_worded_anew_is_not_said_of_its_older_texts() -> None:
    said = changed(Replace((Place((ART,)),), f"Art. 7. § 1. {SECOND} § 2. {FIRST} § 3. {ADDED} § 4. {THIRD}"))
    said.touched.append((dt.date(2092, 1, 1), "4"))
    said.cited.update({"4": 2})
    assert labels([text(OLD, FIRST, SECOND, THIRD)], said) == [["1~", "2~", "3~"]]
