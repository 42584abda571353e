"""The page: rendered on the server, usable without JavaScript, in Polish and English."""
