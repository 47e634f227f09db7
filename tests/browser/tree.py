"""What a screen reader meets on a page: roles, names, texts, and nothing of how it looks."""

import re
from dataclasses import dataclass

from playwright.sync_api import Page

INDENT = 2
"""Blanks a level."""
NODE = re.compile(r"""^(\s*)- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[\w=]+\])*)'?:?(?: (.*))?$""")


@dataclass(frozen=True)
class Node:
    """Something with a role, a name and a text, as deep in the tree as `depth`."""

    depth: int
    role: str
    name: str
    text: str
    marks: str
    """What else is said of it, such as `[pressed]`."""


class Tree:
    """The accessibility tree of a page as it stood at one moment."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes

    @classmethod
    def of(cls, page: Page) -> "Tree":
        """Read a page; where a window is open there is nothing but the window."""
        return cls.parse(page.locator("body").aria_snapshot())

    @classmethod
    def parse(cls, snapshot: str) -> "Tree":
        """Read what Playwright writes, which is YAML; lines that say no role are left out."""
        return cls([read(found) for found in map(NODE.match, snapshot.splitlines()) if found])

    def under(self, role: str, name: str) -> "Tree":
        """Return what is inside the last thing of that role and name, if there is any."""
        inside: list[Node] = []
        depth = None
        for node in self.nodes:
            if depth is not None and node.depth > depth:
                inside.append(node)
            elif (node.role, node.name) == (role, name):
                inside, depth = [], node.depth
            else:
                depth = None
        return Tree(inside)

    def names(self, role: str) -> list[str]:
        """Return what everything of a role is called."""
        return [node.name for node in self.nodes if node.role == role]

    def texts(self, role: str) -> list[str]:
        """Return what everything of a role says."""
        return [node.text for node in self.nodes if node.role == role]

    def named(self, role: str, pattern: re.Pattern[str]) -> list[str]:
        """Return the names of a role that a pattern finds something in."""
        return [name for name in self.names(role) if pattern.search(name)]


def read(found: re.Match[str]) -> Node:
    """Return the node that a line is about."""
    indent, role, name, marks, text = found.groups(default="")
    return Node(
        len(indent) // INDENT, role, unquoted(name), unquoted(text.strip('"')), marks.strip()
    )


def unquoted(text: str) -> str:
    """Return a text without what YAML needs to tell its quotes apart."""
    return re.sub(r"\\(.)", r"\1", text).replace("''", "'")


def focused(page: Page) -> Node | None:
    """Return what the keyboard's focus is on, None where it is on nothing."""
    found = page.locator(":focus")
    nodes = Tree.parse(found.aria_snapshot()).nodes if found.count() == 1 else []
    return nodes[0] if nodes else None
