"""What a group adds on its own disk: house files, and games from folders and packages. The edge registers them once."""
