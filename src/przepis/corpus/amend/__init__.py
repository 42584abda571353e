"""Amending acts read into operations, and the operations applied to the wording of other acts."""
