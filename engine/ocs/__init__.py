"""The Operational Combat Series rules (series rules v4.3): one module per chapter.

`movement` is OCS 6, `overrun` 8, `combat` 9, `barrage` 10, `supply` and its neighbours 12,
`air` 14 and so on; beside the chapters stand the pieces (`pieces`, `state`, `world`), the
words (`commands`, `decisions`) and the table that ties steps to chapters (`flow`).
"""
