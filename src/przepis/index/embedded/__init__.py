"""The engine that runs in one process."""
