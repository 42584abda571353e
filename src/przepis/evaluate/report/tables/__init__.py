"""Tables of the report: one builder a file, and the forms they are printed in."""
