"""Tables that people reach over a network."""
