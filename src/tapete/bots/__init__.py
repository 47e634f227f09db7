"""Players that are programs: they see a view, never a state."""

KINDS = ("uniform", "simple")
"""What kinds of computer player there are; `simple` is each game's own hand-written one."""
