"""One metric a file. Each takes article ids in rank order and the ids that are right, and gives one number.

Order is the run's own. Where a run comes from a file without ranks, equal scores stand in descending order of
article id, as trec_eval has them (``run_files.order_by_score``).
"""
