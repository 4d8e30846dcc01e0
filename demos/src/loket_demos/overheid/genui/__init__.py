"""Pages made of blocks that an agent composes: a search, a wizard and a form that grows with what is filled in."""
