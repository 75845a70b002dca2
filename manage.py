#!/usr/bin/env python
"""Django's command line."""

import os
import sys

if __name__ == "__main__":
    os.environ.pop("METRICS_TOKEN", None)  # a command measures nothing
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zenith_site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
