"""A companion for board games at the table. Importing this package imports nothing else."""
