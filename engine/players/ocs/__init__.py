"""The staff officer of the Operational Combat Series, and what else its players need of it."""
