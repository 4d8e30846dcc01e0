"""Reading what people write when they look for a place. Knows no data."""
