"""What *The Third Winter* adds to the Operational Combat Series (its rulebook, TTW 1.0-5.0)."""
