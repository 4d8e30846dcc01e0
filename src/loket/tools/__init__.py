"""Floor 3: everything that acts on the world, behind one port."""
