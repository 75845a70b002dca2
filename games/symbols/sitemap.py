"""The section of the sitemap with the pages of everything printed."""

from common.indexing import IndexedPages, register
from games.symbols.reference import Component, components


@register
class ComponentPages(IndexedPages):
    """The pages of agents, technologies, tokens and bonuses."""

    route = "component"
    variable = "component"

    def key(self, item: Component) -> str:
        """Return the name of the component in addresses."""
        return item.key

    def items(self) -> list[Component]:
        """Return all components."""
        return list(components().values())

    def wants(self, item: Component) -> bool:
        """Return that every component has a page for everyone."""
        return True
