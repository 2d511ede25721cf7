"""The screens: the game, lists to read or choose from, the chooser, the end of a game."""
