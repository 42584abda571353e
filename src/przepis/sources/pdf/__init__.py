"""The Journal of Laws as PDF."""
