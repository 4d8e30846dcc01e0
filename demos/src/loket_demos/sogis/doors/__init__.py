"""The wires of the map: its chat, and the maps it ships."""
