"""Label sets and their audit, metrics, intervals, paired tests, citation scoring, runs, tables and figures."""
