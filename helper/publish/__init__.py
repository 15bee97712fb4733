"""Pages, cards and the companion page: the same rules on every surface."""
