"""The East Front Series rules: one module per rulebook chapter, named after it.

A player who knows the rulebook finds a rule by its chapter: `movement` is BSR 10,
`overrun` 11.4, `declaration` 12, `interdiction` 13, `reaction` 14.1, `combat` 15,
`losses` 16.2-16.3, `retreat` 16.4, `advance` 16.5, `air` 17 and so on. Beside the
chapters stand the pieces (`pieces`, `state`, `world`), the words (`commands`,
`decisions`) and the table that ties steps to chapters (`flow`).
"""
