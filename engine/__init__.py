"""Rasputitsa's rules engine: plain Python, no screen in it.

Floors, each importing only those below it: `core` (no series), `efs` (the East
Front Series), `kiev_to_rostov` (what one game adds), then `game`, `catalog`,
`saves` and `players`. README.md beside this file draws the house.
"""

DATA_VERSION = 1
"""Raised whenever rules or scenario data change what an old journal would do."""
