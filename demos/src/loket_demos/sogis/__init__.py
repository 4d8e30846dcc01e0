"""The assistant for maps and land of the canton of Solothurn."""
