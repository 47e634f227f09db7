"""What Declare promises, rule by rule."""
