# The instances of the comparison.
from dataclasses import dataclass
from pathlib import Path

DEEP = "8:2:16:64@1:5:20:100"


@dataclass
class Instance:
    """One mapping problem. `source` is a file, or arguments of topomorph-generate."""

    name: str
    source: Path | list[str]
    tree: str  # arities and distances, from the leaf upward
    capacity: int = 1  # roles per slot at most; above 1 this is 3 % more than the average
    best: int | None = None  # best known cost, if one is published
    slow: bool = False  # Scotch runs only with --full; all run once
    network: str | None = None  # replaces the tree
    first: int | None = None  # number of first slots of the network that may be used
    cost: str = "hop-bytes"  # cost model, by which mappers map and are judged

    @property
    def is_pencils(self) -> bool:
        return isinstance(self.source, list) and self.source[0] == "pencils"

    @property
    def topology(self) -> str:
        """Returns the topology in the notation of `topomorph`."""
        return self.network or f"tree:{self.tree}"


def shared_graphs(data: Path) -> list[Instance]:
    """Returns relabelled stencils of ../shared/data/graphs with the costs that no mapper is known to beat."""
    best = {"stencil2d5_1024": ("4:8:32@1:10:100", 39424), "lu1024r": ("4:8:32@1:10:100", 17508096),
            "stencil3d7_4096": ("4:8:128@1:10:100", 377856)}
    found = [(data / "graphs" / f"{name}.graph", name, *rest) for name, rest in best.items()]
    return [Instance(name, path, tree, best=cost) for path, name, tree, cost in found if path.exists()]


def generated(seeds: range) -> list[Instance]:
    """Returns irregular graphs on a deep tree, and a grid of a million roles."""
    instances = []
    for seed in seeds:
        for kind in ("geometric", "rmat"):
            instances.append(Instance(f"{kind}_16384 seed {seed}", [kind, "16384", "--seed", str(seed)], DEEP))
    instances.append(Instance("stencil3d7_2^20", ["stencil", "128x128x64"], "16:4:16:1024@1:5:20:100", slow=True))
    return instances


def many_roles(seeds: range) -> list[Instance]:
    """Returns instances with 128 roles on each slot; slots take 3 % more."""
    return [Instance(f"geometric_131072 on 1024 slots, seed {seed}", ["geometric", "131072", "--seed", str(seed)],
                     "4:8:32@1:10:100", capacity=131) for seed in seeds]


def matrices(data: Path) -> list[Instance]:
    """Returns measured matrices of 64 ranks, on 4 hosts of 2 sockets of 8 cores."""
    paths = sorted((data / "matrices").glob("*64*")) if data.exists() else []
    names = [path for path in paths if ".msgs." not in path.name]
    return [Instance(path.name.split(".")[0], path, "8:2:4@1:10:100") for path in names]


def large_matrices(data: Path) -> list[Instance]:
    """Returns measured matrices of about 1000 ranks, on hosts of 2 sockets of 16 cores."""
    paths = sorted((data / "matrices").glob("*10[0-9][0-9].mtx")) if data.exists() else []
    return [Instance(path.stem, path, "16:2:32@1:10:100") for path in paths]


def networks(data: Path) -> list[Instance]:
    """Returns instances on networks that are no trees: those of [Jeannot 2022, table 2], and others."""
    instances = []
    for kind in ("cg", "lu"):
        measured = data / "matrices" / f"npb-{kind}-64.mtx"
        for network, first in (("mesh:8x8", None), ("hcub:10", None), ("hcub:10", 64), ("torus:2x4x8", None)):
            if measured.exists():
                instances.append(on_network(f"npb-{kind}-64", measured, network, first))
        for network in ("mesh:11x11x11", "mesh:50x50x50"):
            for first in (None, 1024):
                instances.append(on_network(f"{kind}-1024", [kind, "1024", "--ordered"], network, first))
    stencil, irregular = ["stencil", "16x16x16"], ["geometric", "4096"]
    for network in ("torus:16x16x16", "hcub:12"):
        instances += [on_network("stencil3d7_4096", stencil, network), on_network("geometric_4096", irregular, network)]
    for name in ("minimd-1024", "npb-bt-1024"):
        if (data / "matrices" / f"{name}.mtx").exists():
            instances.append(on_network(name, data / "matrices" / f"{name}.mtx", "torus:8x8x16"))
    instances.append(on_network("geometric_1024", ["geometric", "1024"], "dragonfly:16x8x8"))
    for grid, network in PENCILS:
        instances.append(on_network(f"pencils {grid}", ["pencils", grid], network))
    if (data / "networks" / "pipe-250.mtx").exists():
        instances.append(on_network("pipe-250", data / "networks" / "pipe-250.mtx", "torus:5x5x10"))
    return instances


# Rows and columns, and the networks that they are on: of as many slots, and of more.
PENCILS = [("16x24", "torus:8x8x6"), ("12x20", "torus:4x6x10"), ("16x16", "mesh:16x16"), ("8x32", "torus:4x8x8"), ("15x16", "torus:4x4x4+tree:4"),
           ("32x32", "torus:4x8x8+tree:4"), ("24x16", "dragonfly:8x6x8"), ("64x64", "torus:16x16x16")]


# Bodies that a bisection has cut into as many parts as the network has slots.
SOLIDS = [("pipe", 250, "torus:5x5x10"), ("pipe", 500, "torus:5x10x10"), ("pipe", 512, "dragonfly:8x8x8"), ("ball", 216, "mesh:6x6x6"),
          ("ball", 256, "torus:4x8x8"), ("box", 512, "torus:8x8x8"), ("box", 256, "mesh:16x16")]


def busiest_links() -> list[Instance]:
    """Returns bodies, and rows and columns, on networks; the cost is the time of the busiest link."""
    solids = [on_network(f"{body} of {parts}", ["solid", body, str(parts)], network) for body, parts, network in SOLIDS]
    pencils = [on_network(f"pencils {grid}", ["pencils", grid], network) for grid, network in PENCILS[:4]]
    for instance in solids + pencils:
        instance.cost = "bottleneck"
        instance.name += ", busiest link"
    return solids + pencils


def on_network(name: str, source: Path | list[str], network: str, first: int | None = None) -> Instance:
    limit = f", the first {first} slots" if first else ""
    return Instance(f"{name} on {network}{limit}", source, "", network=network, first=first)


def grid_of(exponent: int, dimensions: int) -> str:
    """Returns a grid of 2^exponent cells, as near to a cube as powers of two allow."""
    shares = [(exponent + axis) // dimensions for axis in range(dimensions)]
    return "x".join(str(2**share) for share in sorted(shares, reverse=True))


def growth(largest: int) -> dict[str, list[Instance]]:
    """Returns kinds of instances in growing sizes, on hosts of 2 sockets of 8 cores, 16 hosts per rack."""
    series: dict[str, list[Instance]] = {"stencil2d5": [], "stencil3d7": [], "geometric": [], "rmat": []}
    for exponent in range(6, largest + 1, 2):
        arities = [8, 2] + ([2 ** (exponent - 4)] if exponent <= 8 else [16, 2 ** (exponent - 8)])
        tree = ":".join(map(str, arities)) + "@" + ":".join(["1", "5", "20", "100"][: len(arities)])
        sources = {"stencil2d5": ["stencil", grid_of(exponent, 2)], "stencil3d7": ["stencil", grid_of(exponent, 3)],
                   "geometric": ["geometric", str(2**exponent)], "rmat": ["rmat", str(2**exponent)]}
        for kind, source in sources.items():
            series[kind].append(Instance(f"{kind} 2^{exponent}", source, tree))
    return series


def degrees() -> list[tuple[int, Instance]]:
    """Returns the same roles with growing numbers of neighbours."""
    return [(degree, Instance(f"degree {degree}", ["geometric", "16384", "--degree", str(degree)], DEEP))
            for degree in (6, 12, 24, 48, 96)]


def levels() -> list[tuple[int, Instance]]:
    """Returns the same roles on trees with growing numbers of levels."""
    trees = ["16384@100", "128:128@1:100", "16:16:64@1:10:100", "8:2:16:64@1:5:20:100", "4:4:8:8:16@1:5:20:50:100",
             "4:4:4:4:8:8@1:5:10:20:50:100", "2:2:2:2:2:2:2:2:2:2:2:2:2:2@" + ":".join(str(2**i) for i in range(14))]
    return [(tree.count("@") + tree.split("@")[0].count(":"), Instance(f"tree:{tree}", ["geometric", "16384"], tree))
            for tree in trees]
