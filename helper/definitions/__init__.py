"""What a rule is: the schema, its loader and lint, and the inputs a game declares."""
