"""The version of the project, written here alone."""

__version__ = "0.1.0"
