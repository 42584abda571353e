"""How exactly amending acts can be applied: measured against the official consolidated texts."""
