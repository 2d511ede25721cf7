"""Terminal output that costs few bytes: compare frames cell by cell, send what changed."""
