"""Draw the sheets of the games from real geography: atlas in, sheet files out.

Not needed to play. `python -m engine.cartography` reads `scenarios/atlas/`, lays each game's
hex grid on it, bends the country where a rulebook names a hex, and writes the sheet files under
`scenarios/<game>/sheets/`. The same atlas and corrections give the same files, byte for byte.

The order of the work, one module each:

1. `atlas` reads the data; `registration` takes longitude and latitude to the plane of a game,
   with the bends that bring every named hex to what it is said to be.
2. `cover` finds land, water, woods, marsh and hills by the share of each hex that they take.
3. `settlements` chooses the places; `rivers` moves each river to a chain of hexsides;
   `ways` leads roads and railroads from hex to hex; `tracks` adds the minor roads between towns.
4. `corrections` applies what a hand has set right, each with its reason.
5. `sheets` cuts the drawing into sheets and writes them.
"""
