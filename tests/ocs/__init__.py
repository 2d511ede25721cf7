"""Tests of the Operational Combat Series."""
