"""The actions of the Action phase, one module a topic: what each must satisfy, and what it changes."""
