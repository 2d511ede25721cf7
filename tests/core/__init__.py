"""What every series stands on: geometry, boards, chance, floods, commands, the flow of play."""
