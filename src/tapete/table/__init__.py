"""A game being played: no sockets, no clock."""
