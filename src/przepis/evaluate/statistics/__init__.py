"""How sure the figures are: intervals, paired tests, corrections. One method a file."""
