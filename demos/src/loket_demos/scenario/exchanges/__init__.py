"""What went over the wire, raw."""
