"""The Sejm's ELI API."""
