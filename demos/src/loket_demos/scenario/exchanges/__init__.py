"""What went over the wires of a run, letter by letter, in both directions: kept for a while, searched, sent again."""
