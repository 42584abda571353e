"""Weights of the learned ranker."""
