"""Answers without a model: reads Portuguese and English, delegates to the same specialists, says what they found."""
