"""Dumps, saves, autosave journals and their locks."""
