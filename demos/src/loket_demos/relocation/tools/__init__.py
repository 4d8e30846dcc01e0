"""What the specialists look things up with."""
