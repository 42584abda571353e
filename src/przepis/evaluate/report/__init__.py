"""Tables, figures and the page made of runs."""
