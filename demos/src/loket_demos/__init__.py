"""The assistants that come with Loket: declarations, tools, screens and data; they know only Loket's public face."""
