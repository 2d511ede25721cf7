"""Oracles: the rules worked out a second time, naively, from the rulebook and the chart files.

They read boards, counters and states, but no rule of the engine; each is compared with it over
positions of random games and over the same positions shaken up. Slow and plain on purpose.
"""
