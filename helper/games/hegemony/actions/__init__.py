"""The actions of the Action phase, one module a topic: what each must satisfy, and what it changes.

A module offers `PREDICATES` (by the name of the condition) and `APPLY` (by the rule's id).
"""
