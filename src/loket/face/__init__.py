"""What an assistant is made with in Python: its tools, its flows, the assistant itself, and a way to talk with it."""
