"""Question sets, their labels and the audit of them."""
