// Draws.
