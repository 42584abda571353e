"""The index over the corpus: one analyser, lexical fields, dense vectors, engines behind one protocol."""
