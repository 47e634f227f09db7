"""What goes between a table and whoever sits at it: messages, and views as JSON."""
