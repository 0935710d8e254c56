"""Reads the table of layers, and from the sources which layer, folder or unit includes which."""
import collections
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLE = os.path.join(ROOT, "tests", "structure", "layers.txt")
Layer = collections.namedtuple("Layer", "name folder may_include")


def layers():
    """Returns the table, in its order: the lowest layer first."""
    table = []
    with open(TABLE, encoding="utf-8") as lines:
        for line in lines:
            words = line.split("#")[0].split()
            if words:
                table.append(Layer(words[0], words[1], words[2:]))
    return table


def sources(folder, endings=(".h", ".hpp", ".cpp")):
    """Returns the paths of all sources below a folder, from the root of the repository."""
    found = []
    for path, _, names in os.walk(os.path.join(ROOT, folder)):
        found += [os.path.relpath(os.path.join(path, name), ROOT) for name in names if name.endswith(endings)]
    return sorted(found)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def layer_of(path, table):
    """Returns the layer with the longest folder that holds the path, or None."""
    holders = [layer for layer in table if path.startswith(layer.folder + "/")]
    return max(holders, key=lambda layer: len(layer.folder), default=None)


def reachable(table):
    """Returns, by the layer's name, the names of all layers that it may include, itself among them."""
    reach = {}
    for layer in table:  # a layer names lower ones alone, so those are known
        reach[layer.name] = {layer.name}.union(*(reach[name] for name in layer.may_include))
    return reach


def includes(path):
    """Yields the line number and the path of each include of a file of the repository."""
    for number, line in enumerate(read(path).splitlines(), 1):
        match = re.match(r'\s*#\s*include "([^"]+)"', line)
        if match and os.path.exists(os.path.join(ROOT, match.group(1))):
            yield number, match.group(1)


def edges(table):
    """Returns Counter of (including layer, included layer), by name."""
    count = collections.Counter()
    for path in [path for folder in sorted({layer.folder.split("/")[0] for layer in table}) for path in sources(folder)]:
        layer = layer_of(path, table)
        for _, included in includes(path):
            other = layer_of(included, table)
            if layer and other and layer != other:
                count[layer.name, other.name] += 1
    return count


def unit_of(path):
    """Returns the unit of a file: a header and the source of its name."""
    return os.path.splitext(path)[0]


def graph(paths, node_of):
    """Returns, by node, the other nodes that its files include. `node_of` says to which node a path belongs."""
    below = {node_of(path): set() for path in paths}
    for path in paths:
        included = {node_of(other) for _, other in includes(path)}
        below[node_of(path)] |= (included & below.keys()) - {node_of(path)}
    return below


def reached(start, below):
    """Returns all nodes below one; itself among them if it is in a circle."""
    seen, new = set(), [start]
    while new:
        nexts = below[new.pop()] - seen
        seen |= nexts
        new += nexts
    return seen


def circles(below):
    """Returns the largest sets of nodes of which each includes each, by some way."""
    reach = {node: reached(node, below) for node in below}
    return sorted({tuple(sorted(other for other in reach[node] if node in reach[other])) for node in below if node in reach[node]})
