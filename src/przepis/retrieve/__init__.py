"""One file a method; each is a step that a pipeline file can name."""
