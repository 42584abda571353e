"""Which § is which in the texts that lost their numbers: told from amending acts, older texts and references."""
