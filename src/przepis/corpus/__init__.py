"""The versioned store of acts, articles, units and references, and the ways into it."""
