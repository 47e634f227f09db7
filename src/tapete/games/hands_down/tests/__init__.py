"""Tests of Hands Down."""
