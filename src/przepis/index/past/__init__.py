"""The index of past wordings: one row for each wording that an article ever had, searched on a day."""
