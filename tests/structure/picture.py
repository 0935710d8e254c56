"""Draws the layers and their includes from the sources, and keeps the picture in docs/architecture.md up to date."""
import argparse
import os

import includes

PAGE = os.path.join(includes.ROOT, "docs", "architecture.md")
BEGIN = "<!-- picture of the layers: made by tests/structure/picture.py --write -->\n"
END = "<!-- end of the picture -->\n"


def direct_edges(pairs):
    """Returns the pairs that no path over other pairs replaces (the transitive reduction of a graph without circles)."""
    below = {}

    def reach(name):
        if name not in below:
            nexts = [lower for upper, lower in pairs if upper == name]
            below[name] = set(nexts).union(*(reach(lower) for lower in nexts))
        return below[name]

    return sorted((upper, lower) for upper, lower in pairs
                  if not any(lower in reach(other) for start, other in pairs if start == upper and other != lower))


def heights(names, pairs):
    """Returns the number of layers on the longest way down from each layer."""
    height = {}

    def measure(name):
        if name not in height:
            height[name] = max((measure(lower) + 1 for upper, lower in pairs if upper == name), default=0)
        return height[name]

    for name in names:
        measure(name)
    return height


def picture():
    """Returns the block for the page: one line for each layer, the highest first, with the layers that it includes directly."""
    table = includes.layers()
    pairs = direct_edges(list(includes.edges(table)))
    height = heights([layer.name for layer in table], pairs)
    name_width, folder_width = (max(len(layer[column]) for layer in table) for column in (0, 1))
    lines = ["```text"]
    for level in sorted(set(height.values()), reverse=True):
        for layer in table:
            if height[layer.name] == level:
                lower = ", ".join(lower for upper, lower in pairs if upper == layer.name)
                arrow = f"-> {lower}" if lower else ""
                lines.append(f"{level:2}  {layer.name:{name_width}}  {layer.folder:{folder_width}}  {arrow}".rstrip())
    return "\n".join(lines + ["```", ""])


def parts_of_page():
    """Returns the page before, inside and after the markers."""
    with open(PAGE, encoding="utf-8") as file:
        before, rest = file.read().split(BEGIN)
    inside, after = rest.split(END)
    return before, inside, after


def write():
    before, _, after = parts_of_page()
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + picture() + END + after)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="puts the picture into the page; without it, prints the picture")
    if parser.parse_args().write:
        write()
    else:
        print(picture(), end="")
