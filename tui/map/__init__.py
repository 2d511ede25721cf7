"""The map: a view of board and forces, drawn in three zooms by one widget."""
