"""Tests of what Kiev to Rostov adds to its series."""
