"""Who decides: scripts, the random player and the staff officer, all through the game's door."""
