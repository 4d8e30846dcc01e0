"""Maps drawn from the shipped data, so that there is something to see without the internet."""
