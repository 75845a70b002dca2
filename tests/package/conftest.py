"""The tests of the installed package; bin/package runs them where it is installed."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("zenith_engine") else ["*"]
