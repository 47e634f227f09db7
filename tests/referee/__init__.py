"""An independent referee for game records: it shares no code with the engine."""
