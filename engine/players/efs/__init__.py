"""The staff officer of the East Front Series, and what else its players need of it."""
