"""The pieces `app.py` puts together: which packages and parts a process serves, their tools and their routes."""
