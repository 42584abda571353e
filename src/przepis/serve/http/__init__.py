"""The HTTP application: limits, keys, logs, workers."""
