"""Other people's agents: finding them, judging them, and talking with them in the dialect they speak."""
