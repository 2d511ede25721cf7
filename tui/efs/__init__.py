"""What the terminal shows of the East Front Series."""
