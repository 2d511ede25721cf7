"""The ground floor: hexes, board, dice, state, commands and paths. Knows no series."""
