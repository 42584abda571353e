"""Operations on an invented act: applied exactly, or refused with the reason and nothing changed."""

from __future__ import annotations

import datetime as dt

import pytest

from przepis.corpus.amend.act_text import ActText, ArticleText
from przepis.corpus.amend.apply import apply
from przepis.corpus.amend.divisions import quoted_division
from przepis.corpus.amend.grammar import read_clause
from przepis.corpus.amend.unit_lines import read_lines

ARTICLES = {
    "1": "Ustawa określa zasady prowadzenia parków.",
    "2": (
        "1. Park prowadzi gmina. Park jest otwarty.\n"
        "2. Do zadań gminy należy:\n"
        "1) sadzenie drzew;\n"
        "2) ochrona:\n"
        "a) ptaków,\n"
        "b) owadów;\n"
        "3) sprzątanie.\n"
        "3. Zadania wykonuje ogrodnik."
    ),
    "3": "Kto niszczy:\n1) drzewa,\n2) ławki\n- podlega karze grzywny.",
    "4": "1. Opłata wynosi 5 zł.\n2. Opłatę pobiera gmina.",
    "5": "(uchylony)",
}


def _act() -> ActText:
    act = ActText("pass")
    for label, text in ARTICLES.items():
        act.add(
            ArticleText(
                label, read_lines(text, "pass"), ("Rozdział 1. Parki" if label < "4" else "Rozdział 2. Opłaty",)
            )
        )
    return act


def _text(act: ActText, label: str) -> str:
    return act.articles[label].text


def _apply(clause: str, quote: str = "") -> ActText:
    act = _act()
    for operation in read_clause(clause, quote):
        assert apply(act, operation).refused == []
    return act


def _refused(clause: str, quote: str = "") -> str:
    act = _act()
    reasons = [reason for operation in read_clause(clause, quote) for _, reason in apply(act, operation).refused]
    assert {label: _text(act, label) for label in act.order} == ARTICLES  # nothing was changed
    return "; ".join(reasons)


def test_replacing_units_run_together_in_the_quotation() -> None:
    act = _apply("w art. 2 ust. 2 otrzymuje brzmienie:", "2. Gmina: 1) sadzi; 2) chroni: a) psy, b) koty; 3) sprząta.")
    assert _text(act, "2").split("\n")[1:7] == [
        "2. Gmina:",
        "1) sadzi;",
        "2) chroni:",
        "a) psy,",
        "b) koty;",
        "3) sprząta.",
    ]
    act = _apply("w art. 2 w ust. 2 w pkt 2 lit. b otrzymuje brzmienie:", "b) owadów i płazów;")
    assert "b) owadów i płazów;\n3) sprzątanie." in _text(act, "2")


def test_replacing_an_article_and_an_intro_and_a_tail() -> None:
    assert _text(_apply("art. 4 otrzymuje brzmienie:", "Art. 4. Wstęp jest wolny."), "4") == "Wstęp jest wolny."
    act = _apply("w art. 3 wprowadzenie do wyliczenia otrzymuje brzmienie:", "Kto uszkadza:")
    assert _text(act, "3").startswith("Kto uszkadza:\n1) drzewa,")
    act = _apply("w art. 3 część wspólna otrzymuje brzmienie:", "- podlega karze nagany.")
    assert _text(act, "3").endswith("2) ławki\n- podlega karze nagany.")


def test_adding_units_articles_and_chapters() -> None:
    act = _apply(
        "w art. 2 w ust. 2 w pkt 3 kropkę zastępuje się średnikiem i dodaje się pkt 4 w brzmieniu:", "4) zabawa."
    )
    assert "3) sprzątanie;\n4) zabawa.\n3. Zadania" in _text(act, "2")
    act = _apply("w art. 3 po pkt 1 dodaje się pkt 1a w brzmieniu:", "1a) krzewy,")
    assert _text(act, "3") == "Kto niszczy:\n1) drzewa,\n1a) krzewy,\n2) ławki\n- podlega karze grzywny."
    act = _apply("po art. 2 dodaje się art. 2a i art. 2b w brzmieniu:", "Art. 2a. Raz. Art. 2b. 1. Dwa. 2. Trzy.")
    assert act.order == ["1", "2", "2a", "2b", "3", "4", "5"]
    assert _text(act, "2b") == "1. Dwa.\n2. Trzy."
    act = _apply(
        "po rozdziale 1 dodaje się rozdział 1a w brzmieniu:", "Rozdział 1a Stawy Art. 3a. Staw jest częścią parku."
    )
    assert act.articles["3a"].headings == ("Rozdział 1a Stawy",)
    assert act.order.index("3a") == 3


def test_a_repealed_number_is_given_anew() -> None:
    assert _text(_apply("po art. 4 dodaje się art. 5 w brzmieniu:", "Art. 5. Od nowa."), "5") == "Od nowa."


def test_repeals() -> None:
    act = _apply("w art. 2 w ust. 2 uchyla się pkt 2;")
    assert "1) sadzenie drzew;\n2) (uchylony)\n3) sprzątanie." in _text(act, "2")
    assert _text(_apply("uchyla się art. 3;"), "3") == "(uchylony)"
    assert _text(_apply("uchyla się rozdział 2;"), "4") == "(uchylony)"
    assert "1. Park prowadzi gmina.\n2." in _text(_apply("w art. 2 w ust. 1 skreśla się zdanie drugie;"), "2")


def test_sentences() -> None:
    act = _apply("w art. 2 w ust. 1 zdanie drugie otrzymuje brzmienie:", "Park zamyka się na noc.")
    assert _text(act, "2").startswith("1. Park prowadzi gmina. Park zamyka się na noc.\n2.")
    act = _apply("w art. 2 w ust. 3 dodaje się zdanie drugie w brzmieniu:", "Ogrodnika powołuje wójt.")
    assert _text(act, "2").endswith("3. Zadania wykonuje ogrodnik. Ogrodnika powołuje wójt.")


def test_words_and_signs() -> None:
    assert "wynosi 7 zł" in _text(_apply("w art. 4 w ust. 1 wyrazy „5 zł” zastępuje się wyrazami „7 zł”;"), "4")
    act = _apply("w art. 4 w ust. 2 po wyrazie „Opłatę” dodaje się wyrazy „, o której mowa w ust. 1,”")
    assert "2. Opłatę, o której mowa w ust. 1, pobiera gmina." in _text(act, "4")
    assert _text(_apply("w art. 1 skreśla się wyraz „zasady”"), "1") == "Ustawa określa prowadzenia parków."


def test_numbering() -> None:
    act = _apply(
        "w art. 1 dotychczasową treść oznacza się jako ust. 1 i dodaje się ust. 2 w brzmieniu:", "2. Park jest zielony."
    )
    assert _text(act, "1") == "1. Ustawa określa zasady prowadzenia parków.\n2. Park jest zielony."


@pytest.mark.parametrize(
    ("clause", "quote", "reason"),
    [
        ("art. 9 otrzymuje brzmienie:", "Art. 9. Nic.", "no article 9"),
        ("w art. 2 ust. 7 otrzymuje brzmienie:", "7. Nic.", "no ust. 7"),
        ("w art. 2 pkt 3 otrzymuje brzmienie:", "ani jednego punktu", "begins with text"),
        ("w art. 2 ust. 3 otrzymuje brzmienie:", "4. Inny ustęp.", "lacks art. 2 ust. 3"),
        ("art. 4 otrzymuje brzmienie:", "Bez numeru.", "has no article"),
        ("w art. 4 dodaje się ust. 2 w brzmieniu:", "2. Drugi.", "is there already"),
        ("w art. 4 wyrazy „9 zł” zastępuje się wyrazami „7 zł”;", "", "are not there"),
        ("w art. 4 w ust. 1 średnik zastępuje się przecinkiem;", "", "ends with '.'"),
        ("uchyla się rozdział 8;", "", "no rozdział 8"),
    ],
)
def test_what_does_not_fit_is_refused(clause: str, quote: str, reason: str) -> None:
    assert reason in _refused(clause, quote)


def test_of_several_places_each_stands_for_itself() -> None:
    act = _act()
    (operation,) = read_clause("w art. 1 i art. 4 wyraz „Opłata” zastępuje się wyrazem „Należność”", "")
    outcome = apply(act, operation)
    assert outcome.changed == {"4"}
    assert [article for article, _ in outcome.refused] == ["1"]
    assert "1. Należność wynosi" in _text(act, "4")


def test_words_already_replaced_are_not_replaced_again() -> None:
    clause = "w art. 4 w ust. 1 wyrazy „5 zł” zastępuje się wyrazami „5 zł i 2 gr”"
    act = _apply(clause)
    for operation in read_clause(clause, ""):
        assert apply(act, operation).refused == []
    assert _text(act, "4").startswith("1. Opłata wynosi 5 zł i 2 gr.\n")


def test_words_in_a_letter_called_a() -> None:
    act = _apply("w art. 2 w ust. 2 w pkt 2 w lit. a po wyrazie „ptaków” dodaje się wyrazy „i nietoperzy”")
    assert "a) ptaków i nietoperzy,\n" in _text(act, "2")


def test_an_article_that_is_divided_no_longer() -> None:
    act = _apply("w art. 4 skreśla się oznaczenie ust. 1 i uchyla się ust. 2")
    assert _text(act, "4") == "Opłata wynosi 5 zł."


def test_a_chapter_in_a_new_wording() -> None:
    act = _apply("rozdział 2 „Opłaty” otrzymuje brzmienie:", "Rozdział 2 Opłaty i kary Art. 4. Nie ma opłat.")
    assert _text(act, "4") == "Nie ma opłat."


def test_a_list_that_goes_on_does_not_stop() -> None:
    act = _apply("w art. 2 w ust. 2 dodaje się pkt 4 w brzmieniu:", "4) liczenie.")
    assert "3) sprzątanie;\n4) liczenie.\n" in _text(act, "2")


def test_a_unit_in_a_list_of_places_belongs_to_the_article_before_it() -> None:
    act = _act()
    clause = (
        "użyte w art. 2 w ust. 2 w pkt 1 w treści tabliczki w pkt 3 oraz w art. 4 w ust. 1 wyrazy „5 zł” "
        "zastępuje się wyrazami „7 zł”"
    )
    (operation,) = read_clause(clause, "")
    assert apply(act, operation).changed == {"4"}
    assert [label for label in act.order if _text(act, label) != ARTICLES[label]] == ["4"]


def _divided(*chapters: tuple[str, ...]) -> ActText:
    act = ActText("pass")
    for n, headings in enumerate(chapters, start=1):
        act.add(ArticleText(str(n), read_lines("Treść.", "pass"), headings))
    return act


def _repeal(act: ActText, clause: str) -> set[str]:
    (operation,) = read_clause(clause, "")
    outcome = apply(act, operation)
    assert outcome.refused == [] or outcome.changed == set()
    return outcome.changed


def test_a_chapter_is_told_by_the_wider_division_where_the_act_has_its_heading() -> None:
    named = (("Dział I. A", "Rozdział 1. B"), ("Dział II. C", "Rozdział 1. B"))
    assert _repeal(_divided(*named), "w dziale II uchyla się rozdział 1;") == {"2"}
    assert _repeal(_divided(*named), "uchyla się rozdział 1;") == set()  # there are two
    lost = (("Rozdział 1. B",), ("Rozdział 2. C",), ("Rozdział 1. B",))
    assert _repeal(_divided(*lost), "w dziale II uchyla się rozdział 2;") == {"2"}
    assert _repeal(_divided(*lost), "w dziale II uchyla się rozdział 1;") == set()


def test_a_range_of_chapters_needs_its_first_and_its_last() -> None:
    act = _divided(("Rozdział 1a",), ("Rozdział 1b",), ("Rozdział 1c",), ("Rozdział 2",), ("Rozdział 1a",))
    assert _repeal(act, "w dziale III uchyla się rozdziały 1a-1c;") == {"1", "2", "3"}
    roman = _divided(("Rozdział I",), ("Rozdział II",), ("Rozdział III",))
    assert _repeal(roman, "uchyla się rozdziały II i III;") == {"2", "3"}


def test_a_division_whose_heading_is_lost_is_told_by_the_act_that_added_it() -> None:
    quote = "Dział IIa Parki Rozdział 1 Ogólne Art. 2a. A. Art. 2b. B."
    division = quoted_division(quote, ["2a", "2b"], dt.date(2005, 1, 1))
    assert division is not None
    act = ActText("pass", quoted=(division,))
    for label in ("2", "2a", "2b", "3"):
        act.add(ArticleText(label, read_lines("Treść.", "pass"), ("Rozdział 1. Ogólne",)))
    assert _repeal(act, "w tytule I uchyla się dział IIa;") == {"2a", "2b"}
    assert _repeal(act, "uchyla się dział III;") == set()
    act.add(ArticleText("2ba", read_lines("Treść.", "pass")), 3)  # of the division, or behind it?
    assert _repeal(act, "uchyla się dział IIa;") == set()
    assert quoted_division("Dział IIa A Art. 1. A. Dział IIb B Art. 2. B.", ["1", "2"], dt.date(2005, 1, 1)) is None


def test_a_raised_number_that_the_source_prints_on_the_line() -> None:
    act = ActText("pass")
    act.add(ArticleText("1", read_lines("1. A.\n8. B.\n8d. C.\n8d1. D.\n9. E.\n91. E.\n10. F.\n11. G.", "pass")))
    (operation,) = read_clause("w art. 1 ust. 8d^1^ otrzymuje brzmienie:", "8d^1^. Nowy.")
    assert apply(act, operation).changed == {"1"}
    assert "8d^1. Nowy." in act.articles["1"].text
    (plain,) = read_clause("w art. 1 ust. 9^1^ otrzymuje brzmienie:", "9^1^. Też nowy.")
    assert apply(act, plain).changed == {"1"}
    (wrong,) = read_clause("w art. 1 uchyla się ust. 1^1^;", "")  # ust. 11 is no 1^1: it follows 10
    assert apply(act, wrong).refused


def test_of_articles_added_together_one_may_be_printed_already() -> None:
    act = _apply("po art. 5 dodaje się art. 5a w brzmieniu:", "Art. 5a. Nowy.")
    (operation,) = read_clause("po art. 5 dodaje się art. 5a i art. 5b w brzmieniu:", "Art. 5a. Nowy. Art. 5b. Inny.")
    assert apply(act, operation).changed == {"5b"}
    (other,) = read_clause("po art. 5 dodaje się art. 5a i art. 5c w brzmieniu:", "Art. 5a. Zły. Art. 5c. Inny.")
    outcome = apply(act, other)
    assert outcome.changed == {"5c"}
    assert outcome.refused == [("5a", "article 5a is there already")]
    assert _text(act, "5a") == "Nowy."
    (alone,) = read_clause("po art. 5 dodaje się art. 5a w brzmieniu:", "Art. 5a. Zły.")
    assert not apply(act, alone).changed
    assert "5a is there already" in apply(act, alone).refused[0][1]
    (raised,) = read_clause("po art. 5b dodaje się art. 5b¹ w brzmieniu:", "Art. 5b¹. Z liczbą.")
    assert apply(act, raised).changed == {"5b^1"}
