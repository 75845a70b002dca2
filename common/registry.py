"""Registries of what apps bring: kinds of notifications, channels, occasions, periodic tasks.

Each item has a key, and is registered in a module that is imported when all models are ready.
"""


class Registry[Item](dict[str, Item]):
    """The items of one sort by their keys, in the order of their registration."""

    def __init__(self, sort: str) -> None:
        """`sort`: what the items are called, for errors."""
        super().__init__()
        self._sort = sort

    def add(self, key: str, item: Item) -> None:
        """Register an item; raise `ValueError` if its key is another one's."""
        if self.setdefault(key, item) is not item:
            raise ValueError(f"Two {self._sort} have the key {key!r}.")
