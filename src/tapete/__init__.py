"""tapete: one table for three family card games."""

__version__ = "0.1.0"
