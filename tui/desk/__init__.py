"""What the player has in hand: the game, the cursor, the selection, and the task of the moment.

A task turns keys into commands. It may hold picks and paths, never game state; whether a
command may be given it asks the engine.
"""
