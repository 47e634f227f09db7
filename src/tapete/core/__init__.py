"""Words that all games share; imports nothing else of the package."""
