"""Ways to the same functions: command line, REST, web page, MCP. No logic lives here."""
