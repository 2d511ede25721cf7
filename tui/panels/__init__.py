"""The panes around the map: plain lines of text, drawn by line, refreshed line by line."""
