"""The club: its teams, fixtures and registrations, and what it answers about them. Everybody in it is invented."""
