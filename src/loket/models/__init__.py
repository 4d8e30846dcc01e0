"""Floor 3: language models behind one port, and the scripted one that tests and trials use."""
