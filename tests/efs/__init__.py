"""Tests of the East Front Series, one file a rulebook chapter."""
