"""Speed, memory and growth, each measured beside a peer in one run."""
