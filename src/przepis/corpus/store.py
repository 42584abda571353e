"""What a corpus holds: acts, their texts, articles on any day, references, surrogates, questions that people ask."""

from __future__ import annotations

import dataclasses
import datetime as dt
import functools
import json
from collections.abc import Iterable, Iterator
from typing import Any

from przepis.corpus import wordings
from przepis.corpus.chunks import chunk_spans
from przepis.corpus.corpus_file import CorpusFile
from przepis.corpus.stored_units import read_units
from przepis.corpus.validity.known import known_before
from przepis.errors import CitationError
from przepis.law.base_acts import namings, whole_title
from przepis.law.dates import stored_day
from przepis.law.labels import provision_name
from przepis.law.years import journal_years
from przepis.records import (
    Act,
    Article,
    AskedQuestion,
    Chunk,
    Reference,
    Surrogate,
    Version,
    note,
    surrogate_from_json,
    to_json,
)

_ARTICLE_COLUMNS = """a.act_id, a.label, a.ordinal, t.text, h.path, a.repealed, t.text_hash, a.version_id,
  a.valid_from, a.valid_to, u.spans, acts.unit_style, v.consolidated"""
_ARTICLE_JOINS = """articles a JOIN texts t USING (text_id) JOIN headings h USING (headings_id)
  JOIN acts ON acts.act_id = a.act_id JOIN versions v ON v.version_id = a.first_version
  LEFT JOIN units u ON u.text_id = t.text_id AND u.style = acts.unit_style"""


class Store(CorpusFile):
    """``Store(home)`` opens the corpus of a home folder; ``create=True`` makes an empty one where none is."""

    # -- acts and versions ----------------------------------------------------------------------------------

    def acts(self) -> list[Act]:
        issuers = dict(self.db.execute("SELECT substr(key, 8), value FROM meta WHERE key LIKE 'issuer:%'"))
        rows = self.db.execute(_SELECT_ACT + " ORDER BY act_id")
        return [_act(row, issuers.get(row[0])) for row in rows]

    def act(self, act_id: str) -> Act:
        return self.kept.get(("act", act_id), lambda: self._read_act(act_id))

    def _read_act(self, act_id: str) -> Act:
        row = self.db.execute(_SELECT_ACT + " WHERE act_id = ?", (act_id,)).fetchone()
        if row is None:
            raise CitationError(f"the corpus has no act {act_id}", note("error_no_act", act=act_id))
        return _act(row, self.get_meta(f"issuer:{act_id}"))

    def text_years(self, act_id: str) -> set[int]:
        """Years in which texts of the act were published."""
        return {year for version in self.versions(act_id) for year in journal_years(version.version_id)}

    def versions(self, act_id: str) -> list[Version]:
        """Oldest first."""
        rows = self.db.execute(_SELECT_VERSION + " WHERE act_id = ? ORDER BY as_of, published, version_id", (act_id,))
        return [_version(row) for row in rows]

    def version(self, version_id: str) -> Version:
        return self.kept.get(("version", version_id), lambda: self._read_version(version_id))

    def _read_version(self, version_id: str) -> Version:
        row = self.db.execute(_SELECT_VERSION + " WHERE version_id = ?", (version_id,)).fetchone()
        if row is None:
            raise CitationError(f"the corpus has no text published as {version_id}")
        return _version(row)

    def version_on(self, act_id: str, on: dt.date | None) -> Version:
        """The text that states the law of ``on``: the latest one whose date is not after it."""
        if on is None:
            return self.kept.get(("newest", act_id), lambda: self._newest_version(act_id))
        versions = self.versions(act_id)
        if not versions:
            self.act(act_id)
        known = [v for v in versions if v.as_of <= on]
        if not known:
            first = versions[0]
            raise CitationError(
                f"no text of {act_id} for {on}: the earliest in the corpus states the law as of {first.as_of}"
                f" ({first.address}); ask for that date or a later one",
                note("error_before_first_text", day=on, first=first.as_of),
            )
        return known[-1]

    def _newest_version(self, act_id: str) -> Version:
        newest = _SELECT_VERSION + " WHERE act_id = ? ORDER BY as_of DESC, published DESC, version_id DESC LIMIT 1"
        row = self.db.execute(newest, (act_id,)).fetchone()
        if row is None:
            self.act(act_id)  # says that the act is unknown
        return _version(row)

    # -- articles -------------------------------------------------------------------------------------------

    def articles(self, act_id: str | None = None, on: dt.date | None = None) -> Iterator[Article]:
        """Newest wordings, or those of a date, in the order of the act."""
        if on is None:
            where, args = ("AND a.act_id = ?", (act_id,)) if act_id else ("", ())
            query = f"SELECT {_ARTICLE_COLUMNS} FROM {_ARTICLE_JOINS} WHERE a.newest = 1 {where}"
            for row in self.db.execute(query + " ORDER BY a.act_id, a.ordinal", args):
                yield self._article(row)
            return
        for act in [act_id] if act_id else [a.act_id for a in self.acts()]:
            try:
                version = self.version_on(act, on)
            except CitationError:
                if act_id:
                    raise
                continue
            rows = self.db.execute(
                "SELECT label FROM entries WHERE version_id = ? ORDER BY ordinal", (version.version_id,)
            )
            printed = [row[0] for row in rows]
            added = [label for label in wordings.labels_on(self.db, act, on) if label not in set(printed)]
            for label in printed + added:
                try:
                    yield self.article(f"{act}#{label}", on)
                except CitationError:
                    continue  # an amending act has taken it out since that text

    def article(self, article_id: str, on: dt.date | None = None) -> Article:
        """The newest official wording, or that of a day: what amending acts had made of it, where they are known."""
        return self.kept.get(("article", article_id, on), lambda: self._read_article(article_id, on))

    def _read_article(self, article_id: str, on: dt.date | None) -> Article:
        act_id, _, label = article_id.partition("#")
        if on is not None and (applied := wordings.row_on(self.db, act_id, label, on)) is not None:
            return self._applied(applied, on)
        version = self.version_on(act_id, on)
        as_of = version.as_of.isoformat()
        query = f"""SELECT {_ARTICLE_COLUMNS} FROM {_ARTICLE_JOINS} WHERE a.act_id = ? AND a.label = ?
            AND a.valid_from <= ? AND (a.valid_to IS NULL OR a.valid_to > ?) ORDER BY a.valid_from DESC LIMIT 1"""
        row = self.db.execute(query, (act_id, label, as_of, as_of)).fetchone()
        if row is None:
            added = wordings.added_row(self.db, act_id, label, self.present_day()) if on is None else None
            if added is not None:
                return self._applied(added, None)
            raise self._absent(act_id, label, version)
        return self._article(row, version.version_id)

    def _absent(self, act_id: str, label: str, version: Version) -> CitationError:
        first, last = self.db.execute(
            "SELECT min(valid_from), max(valid_to) FROM articles WHERE act_id = ? AND label = ?",
            (act_id, label),
        ).fetchone()
        text = version.address or version.version_id
        where = f"{text} (law as of {version.as_of})"
        names = {"where": text, "label": provision_name(label, paragraphs=self.act(act_id).paragraphs)}
        if first or last:
            return CitationError(
                f"{act_id} has no article {label} in {where}; it is found from {first} to {last}",
                note("error_article_at_other_times", **names, first=first, last=last or "…"),
            )
        there = self.labels(act_id)
        return CitationError(
            f"{act_id} has no article {label} in {where}; it has {there[0]} to {there[-1]}",
            note("error_no_article_in_text", **names, first=there[0], last=there[-1]),
        )

    def labels(self, act_id: str) -> list[str]:
        """Labels of the newest text, in the order of the act; empty for an unknown act."""
        rows = self.db.execute("SELECT label FROM articles WHERE newest = 1 AND act_id = ? ORDER BY ordinal", (act_id,))
        return [row[0] for row in rows]

    def present_day(self) -> dt.date:
        """Today. Where every text states the law of a day to come (invented acts do), the day of the newest of them."""
        today = dt.date.today()
        first, last = self.kept.get(("days",), self._first_and_last)
        return dt.date.fromisoformat(last) if first and dt.date.fromisoformat(first) > today else today

    def newest_text(self) -> str | None:
        """The latest day whose law a text states; one that will be law later counts by its publication."""
        query = "SELECT max(min(as_of, coalesce(published, as_of))) FROM versions"
        day: str | None = self.db.execute(query).fetchone()[0]
        return day

    def _first_and_last(self) -> tuple[str, str]:
        """Days whose law the oldest and the newest text state; empty where there is none."""
        first, last = self.db.execute("SELECT min(as_of), max(as_of) FROM versions").fetchone()
        return first or "", last or ""

    def published_act(self, version_id: str) -> str | None:
        """The act whose text was published there, or None."""
        row = self.db.execute("SELECT act_id FROM versions WHERE version_id = ?", (version_id,)).fetchone()
        return str(row[0]) if row else None

    def article_ids(self) -> list[str]:
        """All newest articles, in index order."""
        rows = self.db.execute("SELECT act_id, label FROM articles WHERE newest = 1 ORDER BY act_id, ordinal")
        return [f"{act}#{label}" for act, label in rows]

    def wordings(self, article_id: str) -> list[Article]:
        """Every wording the corpus has of an article, oldest first."""
        act_id, _, label = article_id.partition("#")
        if applied := wordings.rows_of(self.db, act_id, label):
            return [self._applied(row, stored_day(row[8])) for row in applied]
        query = f"SELECT {_ARTICLE_COLUMNS} FROM {_ARTICLE_JOINS} WHERE a.act_id = ? AND a.label = ?"
        rows = self.db.execute(query + " ORDER BY a.valid_from", (act_id, label))
        return [self._article(row) for row in rows]

    def _applied(self, row: tuple[Any, ...], on: dt.date | None) -> Article:
        *plain, made_by, ours, n_operations = row
        article = self._article(tuple(plain))
        return dataclasses.replace(
            article,
            made_by=wordings.causes_from(made_by),
            ours=bool(ours),
            n_operations=n_operations,
            unsettled=wordings.unsettled_on(self.db, article.act_id, article.label, on),
        )

    def chunks(self, article: Article) -> list[Chunk]:
        return [Chunk(article.article_id, i, article.text[a:b]) for i, (a, b) in enumerate(chunk_spans(article.text))]

    def _article(self, row: tuple[Any, ...], found_in: str = "") -> Article:
        """``found_in``: the version whose text was asked for, where not the first with this wording."""
        (
            act_id,
            label,
            ordinal,
            text,
            path,
            repealed,
            text_hash,
            version_id,
            since,
            until,
            stored,
            style,
            cons,
        ) = row
        return Article(
            article_id=f"{act_id}#{label}",
            act_id=act_id,
            label=label,
            ordinal=ordinal,
            text=text,
            headings=tuple(json.loads(path)),
            units=read_units(stored, text, style),
            repealed=bool(repealed),
            text_hash=text_hash,
            version_id=found_in or version_id,
            valid_from=stored_day(since),
            valid_to=stored_day(until),
            from_exact=not cons,
        )

    # -- references -----------------------------------------------------------------------------------------

    def references_from(self, article_id: str) -> list[Reference]:
        act_id, _, label = article_id.partition("#")
        rows = self.db.execute(_SELECT_REF + " WHERE act_id = ? AND label = ? ORDER BY position", (act_id, label))
        return [_reference(row) for row in rows]

    def references_to(self, article_id: str) -> list[Reference]:
        act_id, _, label = article_id.partition("#")
        rows = self.db.execute(_SELECT_REF + " WHERE target_act = ? AND target_label = ?", (act_id, label))
        return [_reference(row) for row in rows]

    # -- surrogates -----------------------------------------------------------------------------------------

    def put_surrogates(self, surrogates: Iterable[Surrogate]) -> int:
        """Stored under the article; a missing text_hash means: written for the newest wording."""
        rows = []
        for s in surrogates:
            act_id, _, label = s.article_id.partition("#")
            text_hash = s.text_hash or self._newest_hash(act_id, label)
            body = {k: v for k, v in to_json(s).items() if k not in ("article_id", "text_hash", "stale")}
            rows.append((act_id, label, text_hash, json.dumps(body, ensure_ascii=False), s.annotator))
        with self.transaction():
            self.db.executemany("INSERT OR REPLACE INTO surrogates VALUES (?, ?, ?, ?, ?)", rows)
        return len(rows)

    def surrogate(self, article_id: str) -> Surrogate | None:
        return self.kept.get(("surrogate", article_id), lambda: self._read_surrogate(article_id))

    def _read_surrogate(self, article_id: str) -> Surrogate | None:
        act_id, _, label = article_id.partition("#")
        row = self.db.execute(
            """SELECT s.act_id, s.label, s.text_hash, s.body, t.text_hash FROM surrogates s
            LEFT JOIN articles a ON a.act_id = s.act_id AND a.label = s.label AND a.newest = 1
            LEFT JOIN texts t USING (text_id) WHERE s.act_id = ? AND s.label = ?""",
            (act_id, label),
        ).fetchone()
        return None if row is None else _surrogate(row[:4], row[4] or "")

    def surrogates(self) -> Iterator[Surrogate]:
        query = """SELECT s.act_id, s.label, s.text_hash, s.body, t.text_hash FROM surrogates s
            LEFT JOIN articles a ON a.act_id = s.act_id AND a.label = s.label AND a.newest = 1
            LEFT JOIN texts t USING (text_id) ORDER BY s.act_id, a.ordinal"""
        for *row, newest in self.db.execute(query):
            yield _surrogate(tuple(row), newest or "")

    # -- questions that people ask --------------------------------------------------------------------------

    def put_asked(self, questions: Iterable[AskedQuestion]) -> int:
        """In place of those stored before."""
        rows = []
        for q in questions:
            act_id, _, label = q.article_id.partition("#")
            rows.append((act_id, label, q.text, q.register, json.dumps(q.also)))
        with self.transaction():
            self.db.execute("DELETE FROM asked")
            self.db.executemany("INSERT OR REPLACE INTO asked VALUES (?, ?, ?, ?, ?)", rows)
        return len(rows)

    def asked(self) -> Iterator[AskedQuestion]:
        """Every question, by article."""
        for act_id, label, text, register, also in self.db.execute("SELECT * FROM asked ORDER BY act_id, label, text"):
            yield AskedQuestion(text, f"{act_id}#{label}", register, tuple(json.loads(also)))

    def times_referred_to(self) -> dict[str, int]:
        """article_id -> how many other articles refer to it; articles that none refers to are left out."""
        query = """SELECT target_act, target_label, count(DISTINCT act_id || '#' || label) FROM refs
            WHERE resolved = 1 AND target_label IS NOT NULL GROUP BY target_act, target_label"""
        return {f"{act}#{label}": n for act, label, n in self.db.execute(query)}

    def _newest_hash(self, act_id: str, label: str) -> str:
        row = self.db.execute(
            """SELECT text_hash FROM articles JOIN texts USING (text_id)
            WHERE act_id = ? AND label = ? AND newest = 1""",
            (act_id, label),
        ).fetchone()
        return row[0] if row else ""


_SELECT_ACT = """SELECT act_id, title, kind, date, CASE WHEN until > date('now') THEN 'in_force' ELSE status END,
  keywords, provisional, (SELECT max(as_of) FROM versions WHERE versions.act_id = acts.act_id)
  FROM acts LEFT JOIN validity USING (act_id)"""
_SELECT_VERSION = "SELECT version_id, act_id, as_of, published, address, consolidated, source FROM versions"
_SELECT_REF = "SELECT act_id, label, mention, target_act, target_label, resolved, kind FROM refs"


def _act(row: tuple[Any, ...], issuer: str | None) -> Act:
    act_id, title, kind, date, status, keywords, provisional, newest = row
    title = whole_title(title)
    words, aliases = tuple(json.loads(keywords)), _aliases().get(act_id, ())
    as_of = stored_day(newest) if status == "in_force" else None
    known = known_before(kind, as_of, dt.date.today()) if as_of else None
    return Act(act_id, title, kind, stored_day(date), status, words, bool(provisional), aliases, issuer or "", known)


@functools.cache
def _aliases() -> dict[str, tuple[str, ...]]:
    return {naming.act_id: naming.abbreviations for naming in namings()}


def _version(row: tuple[Any, ...]) -> Version:
    version_id, act_id, as_of, published, address, consolidated, source = row
    return Version(
        version_id, act_id, dt.date.fromisoformat(as_of), stored_day(published), address, bool(consolidated), source
    )


def _reference(row: tuple[Any, ...]) -> Reference:
    act_id, label, mention, target_act, target_label, resolved, kind = row
    target = f"{target_act}#{target_label}" if target_label else (target_act or mention)
    return Reference(f"{act_id}#{label}", target, mention, bool(resolved), kind)


def _surrogate(row: tuple[Any, ...], newest_hash: str) -> Surrogate:
    act_id, label, text_hash, body = row
    stale = bool(newest_hash) and text_hash != newest_hash
    return surrogate_from_json(f"{act_id}#{label}", text_hash, json.loads(body), stale=stale)
