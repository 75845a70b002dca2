"""Tournaments: Swiss and knock-out."""
