# Which published algorithms `auto` itself starts from: it cannot cost more than these, and pages that compare must say so.
from textwrap import fill

# Name in the program's list: where auto starts from it, with the preset default (core/mapping/problem/presets.cpp).
STARTS = {"identity": "everywhere; it is the order of the launcher, by slot, the papers' round robin",
          "hyperplane": "process grids on trees", "kdtree": "process grids on trees", "strips": "process grids on trees",
          "tiling": "process grids on trees",
          "eagermap": "trees, unless a tiling is found; networks with up to 256 roles and 4000 edges",
          "topomatch-constrained": "networks with up to 256 roles and 4000 edges",
          "scotch": "networks", "rcm": "networks, up to 4096 roles", "rgeob": "networks, up to 4096 roles, without coordinates of a file",
          "pacmap": "networks, up to 256 roles, with machines up to 4096",
          "netloc-deco:table": "networks with machines, up to 1024 roles", "multisection": "trees", "networks": "networks; trees with free slots, up to 256 roles",
          "tabu": "networks, and trees with pins or free slots, up to 256 roles"}
# Starts of the mapper for networks, which also looks at trees with few roles. On them, and on very large networks, these get slots
# near each other alone (core/mapping/problem/parameters.def).
ON_NETWORKS = {name for name, where in STARTS.items() if where.startswith("networks")}
# Names of starts in the program that are one of these algorithms.
SAME = {"eagermap-on-tree": "eagermap", "scotch-on-tree": "scotch", "quick-multisection": "multisection", "netloc-table": "netloc-deco:table"}


def starts_of_auto(names: list[str]) -> str:
    """Returns a paragraph for a page that compares `auto` with these algorithms."""
    among = [f"`{name}` ({STARTS[name]})" for name in names if name in STARTS]
    others = [f"`{name}`" for name in names if name not in STARTS and name != "auto"]
    if not among:
        return "`auto` starts from none of these algorithms.\n"
    text = "`auto` itself starts from some of these algorithms, so it cannot cost more than they do there: " + ", ".join(among) + "."
    if not ON_NETWORKS.isdisjoint(names):
        text += " With up to 256 roles it also tries the starts of networks on some trees, and on more than 65536 slots it gives them slots " \
                "near each other alone: there they may cost less."
    if others:
        text += " It does not use " + ", ".join(others) + "."
    return fill(text, 120, break_long_words=False, break_on_hyphens=False) + "\n"


def with_starts(page: str, names: list[str]) -> str:
    """Returns the page with this paragraph before its first section."""
    before, heading, after = page.partition("\n## ")
    return before + "\n" + starts_of_auto(names) + heading + after
