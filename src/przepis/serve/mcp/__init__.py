"""The server for assistants that speak MCP."""
