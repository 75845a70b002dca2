"""Metrics for Prometheus: an app that is installed only with METRICS_TOKEN (docs/metrics.md)."""
