"""What assistants bring to a server, and what the server gives to their doors."""
