"""tapete: one table for three family card games."""

from tapete.core.version import __version__

__all__ = ["__version__"]
