"""The table on the network: one page for every phone, one record kept by this machine, moves seen by all at once.

What a request passes: `server` and `connections` let it in, `handler` reads it by `guard` and `reading` under the `limits`, `table`
hands it to the desk of the companion with a `Keeper` (`keeping`), who knows from `joining` what may be entered; `pages` has all
that does not change. `live` tells every phone that something did, over sockets that `streams` writes.
"""
