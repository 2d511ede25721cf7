"""What the terminal shows of the Operational Combat Series."""
