"""Points, areas, scales: what is true of maps whoever asks. Knows no source and no words."""
