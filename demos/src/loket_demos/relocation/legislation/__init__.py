"""What is kept of the law of a country, and how it is read anew."""
