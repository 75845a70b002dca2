"""Environments for learning programs: PettingZoo's (`zenith_v1`) and Gymnasium's (`against`).

`zenith_v1` and `against` need the packages pettingzoo, gymnasium and numpy. What they observe and
the actions (`observation`, `actions`) is plain Python.
"""
