"""Streams: lines of JSON that a program reads as things happen."""
