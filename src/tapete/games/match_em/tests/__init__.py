"""Tests of Match 'Em."""
