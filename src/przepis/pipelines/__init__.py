"""Systems as small declarative files: a pipeline is its steps and their settings, checked before anything runs."""
