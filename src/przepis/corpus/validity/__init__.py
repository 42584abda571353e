"""Which law is in force, and how we know: statuses, clauses of repeal, rulings, later changes."""
