"""The scale-out engine."""
