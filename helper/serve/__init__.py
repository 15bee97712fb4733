"""The table on the network: one page for every phone, one record kept by this machine, moves seen by all at once."""
