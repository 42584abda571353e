"""The tables. Wordings are stored once, by hash; a version is a list of them; intervals follow from versions."""

from __future__ import annotations

SCHEMA_VERSION = 9  # 2: statuses, coming wording, questions asked; 3: clauses of repeal, validity; 6: rulings, changes;
# 8: amending acts and the wordings they made; 9: further days of a change, days of coming lines
OLDEST_VERSION = 1  # older stores are opened and completed: every change so far only added tables

SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE IF NOT EXISTS acts (
  act_id TEXT PRIMARY KEY, title TEXT NOT NULL, kind TEXT NOT NULL, date TEXT, status TEXT NOT NULL,
  keywords TEXT NOT NULL, provisional INTEGER NOT NULL, unit_style TEXT NOT NULL, title_key TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS acts_by_key ON acts (date, title_key);

CREATE TABLE IF NOT EXISTS versions (
  version_id TEXT PRIMARY KEY, act_id TEXT NOT NULL REFERENCES acts ON UPDATE CASCADE, as_of TEXT NOT NULL,
  published TEXT, address TEXT NOT NULL, consolidated INTEGER NOT NULL, source TEXT NOT NULL,
  content_hash TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS versions_by_act ON versions (act_id, as_of);

CREATE TABLE IF NOT EXISTS texts (
  text_id INTEGER PRIMARY KEY, exact_hash TEXT NOT NULL UNIQUE, text_hash TEXT NOT NULL, text TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS texts_by_hash ON texts (text_hash);

CREATE TABLE IF NOT EXISTS headings (headings_id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);

CREATE TABLE IF NOT EXISTS entries (
  version_id TEXT NOT NULL REFERENCES versions ON DELETE CASCADE, ordinal INTEGER NOT NULL, label TEXT NOT NULL,
  text_id INTEGER NOT NULL REFERENCES texts, headings_id INTEGER NOT NULL REFERENCES headings,
  repealed INTEGER NOT NULL, PRIMARY KEY (version_id, ordinal)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS entries_by_label ON entries (version_id, label);

CREATE TABLE IF NOT EXISTS articles (
  act_id TEXT NOT NULL REFERENCES acts ON UPDATE CASCADE, label TEXT NOT NULL, first_version TEXT NOT NULL,
  version_id TEXT NOT NULL, ordinal INTEGER NOT NULL, text_id INTEGER NOT NULL, headings_id INTEGER NOT NULL,
  repealed INTEGER NOT NULL, valid_from TEXT, valid_to TEXT, newest INTEGER NOT NULL,
  PRIMARY KEY (act_id, label, first_version)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS articles_newest ON articles (newest, act_id, ordinal);

CREATE TABLE IF NOT EXISTS units (text_id INTEGER NOT NULL, style TEXT NOT NULL, spans TEXT NOT NULL,
  PRIMARY KEY (text_id, style)) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS refs (
  act_id TEXT NOT NULL REFERENCES acts ON UPDATE CASCADE, label TEXT NOT NULL, position INTEGER NOT NULL,
  mention TEXT NOT NULL, target_act TEXT, target_label TEXT, resolved INTEGER NOT NULL, kind TEXT NOT NULL,
  PRIMARY KEY (act_id, label, position)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS refs_to ON refs (target_act, target_label);
CREATE TABLE IF NOT EXISTS linked (
  act_id TEXT PRIMARY KEY REFERENCES acts ON UPDATE CASCADE, content_hash TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS surrogates (
  act_id TEXT NOT NULL, label TEXT NOT NULL, text_hash TEXT NOT NULL, body TEXT NOT NULL,
  annotator TEXT NOT NULL, PRIMARY KEY (act_id, label)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS statements (
  version_id TEXT PRIMARY KEY REFERENCES versions ON DELETE CASCADE, stated TEXT NOT NULL, status TEXT NOT NULL,
  in_force_from TEXT
);

CREATE TABLE IF NOT EXISTS coming (
  version_id TEXT NOT NULL REFERENCES versions ON DELETE CASCADE, label TEXT NOT NULL, text TEXT NOT NULL,
  whole INTEGER NOT NULL, PRIMARY KEY (version_id, label)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS asked (
  act_id TEXT NOT NULL, label TEXT NOT NULL, text TEXT NOT NULL, register TEXT NOT NULL, also TEXT NOT NULL,
  PRIMARY KEY (act_id, label, text)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS clauses (
  version_id TEXT NOT NULL REFERENCES versions ON DELETE CASCADE, position INTEGER NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (version_id, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS published (eli TEXT PRIMARY KEY, body TEXT NOT NULL);

CREATE TABLE IF NOT EXISTS validity (
  act_id TEXT PRIMARY KEY REFERENCES acts ON UPDATE CASCADE ON DELETE CASCADE, since TEXT, until TEXT,
  body TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS rulings (eli TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS ruled (
  act_id TEXT NOT NULL, label TEXT NOT NULL, eli TEXT NOT NULL, position INTEGER NOT NULL,
  PRIMARY KEY (act_id, label, eli, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS later_changes (
  act_id TEXT NOT NULL, label TEXT NOT NULL, by_eli TEXT NOT NULL, by_label TEXT NOT NULL, by_title TEXT NOT NULL,
  published TEXT NOT NULL, day TEXT, repeals INTEGER NOT NULL, PRIMARY KEY (act_id, label, by_eli, by_label)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS further_changes (
  act_id TEXT NOT NULL, label TEXT NOT NULL, by_eli TEXT NOT NULL, by_label TEXT NOT NULL, by_title TEXT NOT NULL,
  published TEXT NOT NULL, day TEXT NOT NULL, repeals INTEGER NOT NULL,
  PRIMARY KEY (act_id, label, by_eli, by_label, day)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS coming_days (
  act_id TEXT NOT NULL, label TEXT NOT NULL, line TEXT NOT NULL, day TEXT NOT NULL, by_eli TEXT NOT NULL,
  place TEXT NOT NULL, unit TEXT NOT NULL, PRIMARY KEY (act_id, label, line)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS amending (eli TEXT PRIMARY KEY, digest TEXT NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS amended (
  act_id TEXT PRIMARY KEY REFERENCES acts ON UPDATE CASCADE ON DELETE CASCADE, digest TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS wordings (
  act_id TEXT NOT NULL REFERENCES acts ON UPDATE CASCADE ON DELETE CASCADE, label TEXT NOT NULL, since TEXT NOT NULL,
  until TEXT, ordinal INTEGER NOT NULL, text_id INTEGER NOT NULL, headings_id INTEGER NOT NULL,
  repealed INTEGER NOT NULL, version_id TEXT NOT NULL, exact INTEGER NOT NULL, ours INTEGER NOT NULL,
  made_by TEXT NOT NULL, n_operations INTEGER NOT NULL, differs TEXT NOT NULL, PRIMARY KEY (act_id, label, since)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS wordings_by_day ON wordings (since);
CREATE TABLE IF NOT EXISTS unsettled (
  act_id TEXT NOT NULL REFERENCES acts ON UPDATE CASCADE ON DELETE CASCADE, label TEXT NOT NULL, since TEXT,
  until TEXT, eli TEXT NOT NULL, provision TEXT NOT NULL, reason TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS unsettled_by_article ON unsettled (act_id, label);
"""

FINGERPRINTED = ("acts", "articles", "surrogates", "coming", "asked")
"""A write to any of these makes the kept fingerprint void; a trigger sees to it, whoever writes."""

TRIGGERS = "".join(
    f"""CREATE TRIGGER IF NOT EXISTS {table}_{verb.lower()} AFTER {verb} ON {table}
    BEGIN DELETE FROM meta WHERE key = 'fingerprint'; END;
"""
    for table in FINGERPRINTED
    for verb in ("INSERT", "UPDATE", "DELETE")
)
