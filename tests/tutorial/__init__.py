"""The tutorial of the Battle of Sumy (PB 10.4), replayed command by command."""
