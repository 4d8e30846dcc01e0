"""What every talk needs, whatever it is about: what was said and what it answers, which of several is meant, yes or no,
and what was done before. Planners without a model are made of it; it knows no skill, no agent and no map."""
