"""Training of the shipped encoder; see train/README.md. Not part of the installed package."""
