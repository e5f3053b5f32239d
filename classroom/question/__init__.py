"""What the course asks: predictions before a cell is run, concept questions, and review."""
