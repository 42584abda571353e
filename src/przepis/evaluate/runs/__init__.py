"""Running systems over question sets, and what is kept of a run."""
