"""Many games at once; the only part that imports Numba."""
