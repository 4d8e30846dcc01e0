"""Floor 2: folds of records into states; each depends on the records alone."""
