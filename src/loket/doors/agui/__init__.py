"""The wire AG-UI 1.0: an assistant's conversation as the runs of a thread, for the chat front ends of others."""
