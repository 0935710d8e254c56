"""Lists the golden cases: each is a command line, run in a folder of inputs.py; OUT stands for a file of the case."""
import itertools
import shlex

PRESETS = ("fast", "default", "best")
# Seconds for the preset best. It counts its work, which takes a fraction of them; a case with fewer would depend on the
# speed of the machine.
LIMIT_ON_TREES, LIMIT_ON_NETWORKS = 2, 4

TREE, NETWORK, MIXED = "tree:4:2:2@1:10:100", "torus:4x4", "torus:2x2+tree:2:2"  # 16 slots each
TREES = ("tree:", "tleaf:", "slurm:", "synthetic:", "hwloc:", "measured:", "cmplt", "ib:fat_tree.ib", "opa:omni_path.xml")
ON_TREES = {"multisection", "treematch", "hyperplane", "kdtree", "strips", "tiling"}
ON_GRIDS = {"hyperplane", "kdtree", "strips", "tiling"}
SEARCHES = ("auto", "multisection", "networks", "scotch", "tabu")
COSTS = ("hop-bytes", "bytes", "messages", "alpha-beta", "bottleneck")


def all_cases(algorithms):
    """Every case once, in a fixed order; `algorithms` are those that the program itself names."""
    parts = (every_algorithm(algorithms), every_preset(algorithms), every_topology(), every_affinity(), every_cost(),
             limits(), pins(), parts_of_machines(), seeds_and_threads(), parameters(), large_problems(), layouts(),
             allocations(), other_verbs(), refusals(), third_party())
    return list(dict.fromkeys(itertools.chain.from_iterable(parts)))


def mapped(affinity, topology, *options):
    name = affinity if ":" in affinity or "." in affinity else f"{affinity}.mtx"
    return " ".join(["map", "--affinity", name, "--topology", shlex.quote(topology), *options])


def is_tree(topology):
    return topology.startswith(TREES) or topology == "hierarchy:unequal_tree"


def takes(algorithm, affinity, topology):
    return (algorithm not in ON_TREES or is_tree(topology)) and (algorithm not in ON_GRIDS or "cart:" in affinity)


def searched(preset, topology):
    limit = LIMIT_ON_TREES if is_tree(topology) else LIMIT_ON_NETWORKS
    return ["--preset", preset, *(["--time-limit", str(limit)] if preset == "best" else [])]


def every_algorithm(algorithms):
    problems = [("cart:8x8", "tree:4:2:8@1:10:100"), ("clusters_64", "tree:4:2:8@1:10:100"),
                ("sparse_48", "slurm:topology.conf+tree:4"), ("cart:5x7:hops", "tree:3:3:5"),
                ("sparse_32", "dragonfly:4x4x2"), ("stencil_4x4x4", "mesh:8x8"),
                ("power_64", "hierarchy:torus_of_trees"), ("sparse_16", "graph:chords.graph"),
                ("cart:4x5:periodic", "torus:3x3x3"), ("mixed_16.tmprof", "hierarchy:unequal_tree")]
    for (affinity, topology), algorithm in itertools.product(problems, algorithms):
        if takes(algorithm, affinity, topology):
            yield mapped(affinity, topology, "--algorithm", algorithm)


def every_preset(algorithms):
    """Of algorithms that no preset changes only the preset fast; every_algorithm has the default."""
    for algorithm, preset in itertools.product(algorithms, PRESETS):
        for affinity, topology in (("cart:4x4", TREE), ("clusters_16", TREE), ("clusters_16", NETWORK),
                                   ("sparse_16", MIXED)):
            named = affinity if algorithm not in ON_GRIDS else "cart:4x4:component"
            depends_on_preset = algorithm in SEARCHES or algorithm in ON_GRIDS
            if takes(algorithm, named, topology) and (preset == "fast" or depends_on_preset):
                yield mapped(named, topology, "--algorithm", algorithm, *searched(preset, topology))


def every_topology():
    """The forms of docs/topologies.md, each with as many roles as slots, or fewer."""
    small = ["tree:24", "tree:2:2:2:2:2", "tree:5:3:2@1:7:50", "tleaf:2,180,4,90,2,9,2,3", "mesh:5x5",
             "mesh:2x3x4@5:2:1", "mesh:6x4", "torus:24", "torus:3x8@2:3", "torus:2x3x2x3", "hcub:5", "cmplt:20",
             "cmpltw:1,1,4,2,2,1,1,1,3,3,5,1,1,2,2,2", "dragonfly:4x4x2", "dragonfly:3x2x4x2@1:3:9",
             "slurm:topology.conf", "slurm:blocks.conf", "slurm:topology.yaml+tree:2",
             "slurm:small.conf+hwloc:machines", "ib:fat_tree.ib", "ib:ring.ib", "ib:ring.ib+tree:2",
             "ib:fat_tree.ib?hosts=n[1-9]", "opa:omni_path.xml", "measured:net.measured+tree:4", "hierarchy:unequal_tree", "hierarchy:all_to_alls",
             "hierarchy:unequal_mesh", "graph:chords.graph", "graph:star_of_stars.graph@leaves",
             "graph:star_of_stars.graph@hosts=1-6,9,12-15", "scotch:tleaf.scotch", "scotch:torus.scotch",
             "scotch:hypercube.scotch", "scotch:sub.scotch", "scotch:weighted.scotch", "hwloc:uneven.xml",
             "qaplib:grid_12.dat", "qaplib:table_10.dat", "torus:2x2+tree:2+synthetic:core:3 pu:1",
             "synthetic:pack:2 numa:2 core:4 pu:1", "torus:3+cmpltw:1,2,2,1", "hcub:2+tree:4@3",
             "dragonfly:3x2x1+tree:2:2", "slurm:tori.yaml", "slurm:tori.yaml#rings+tree:2",
             "topograph:domains.json+tree:2"]
    few = ("slurm:blocks.conf", "ib:", "unequal_mesh", "sub.scotch", "weighted.scotch", "uneven.xml", "qaplib",
           "@hosts", "torus:3+cmpltw")
    for topology in small:
        affinity, grid = ("all_8", "cart:2x4") if any(word in topology for word in few) else ("sparse_16", "cart:4x4")
        yield mapped(affinity, topology)
        yield mapped(grid, topology, "--preset", "fast")
    yield mapped("line_3", "scotch:deco.scotch")
    for affinity, topology in (("clusters_16", "tree:5:3:2@1:7:50"), ("clusters_16", "slurm:topology.conf"),
                               ("sparse_12", "mesh:4x4"), ("sparse_32", "mesh:4x8"), ("sparse_32", "hcub:5"),
                               ("sparse_32", "dragonfly:4x4x2"), ("clusters_32", "torus:2x2+tree:2:4"),
                               ("sparse_64", "ib:fat_tree.ib+tree:4")):
        yield mapped(affinity, topology, *searched("best", topology))


def every_affinity():
    """All kinds of affinities and grids, on a tree, on a torus and on a torus of machines."""
    grids = ["cart:64", "cart:8x8:periodic", "cart:4x4x4", "cart:4x4x4:hops", "cart:2x4x2x4", "cart:7x9",
             "cart:8x8:component", "cart:3x5x4:periodic"]
    middle = ["ring_64", "torus_8x8", "weighted_8x8", "stencil_4x4x4", "torus_3x4x5", "sparse_64", "power_64", "all_48",
              "tree_31", "tree_63", "star_16", "far_64", "butterfly_64", "wavefront_6x8", "line_24", "stencil_5x7",
              "silent_8", "one", "dense_12.mat", "dense_16.csv", "torus_8x8.graph", "grid_12.dat", "mixed_16.tmprof",
              "mixed_32.tmprof", "groups_64.tmprof"]
    for affinity in grids + middle:
        yield mapped(affinity, "tree:4:4:4")
        yield mapped(affinity, "torus:8x8", "--preset", "fast")
        yield mapped(affinity, "torus:2x4+tree:4:2", "--preset", "fast")
    for affinity in ("ring_64", "power_64", "far_64", "cart:7x9", "wavefront_6x8", "tree_31"):
        yield mapped(affinity, "mesh:8x8")
    for affinity in ("sparse_64", "butterfly_64", "torus_8x8"):
        yield mapped(affinity, "tree:4:4:4", *searched("best", "tree:"))


def every_cost():
    for model, topology in itertools.product(COSTS, (TREE, MIXED, "slurm:topology.conf", "dragonfly:4x2x2+tree:2")):
        yield mapped("mixed_16.tmprof", topology, "--cost", model, *(["--preset", "fast"] if topology == MIXED else []))
    for model in COSTS:
        yield mapped("mixed_32.tmprof", "tree:4:2:4@1:10:100", "--cost", model, "--preset", "best", "--time-limit", "2")
        yield mapped("mixed_32.tmprof", "tree:4:2:4@1:10:100", "--cost", model, "--algorithm", "eagermap")
        yield mapped("mixed_16.tmprof", TREE, "--cost", model, "--level-costs", "0.5/8000:2/4000:60/11.5")
        yield mapped("groups_64.tmprof", "tree:4:4:4", "--cost", model, "--level-costs", "costs")
        yield mapped("mixed_32.tmprof", "tree:4:4@1:10", "--cost", model, "--oversubscribe", "2")
    for topology in ("mesh:8x8", "dragonfly:4x4x4", "hcub:6", "ib:fat_tree.ib+tree:4", "tree:8:8",
                     "tree:4:4:4@1:10:100"):
        yield mapped("sparse_64", topology, "--cost", "bottleneck", "--preset", "fast")
        yield mapped("torus_8x8", topology, "--cost", "bottleneck", "--preset", "fast")
    yield mapped("sparse_32", "dragonfly:4x4x2", "--cost", "bottleneck")
    yield mapped("ring_16", "graph:chords.graph", "--cost", "bottleneck", *searched("best", "graph:"))
    yield mapped("mixed_16.tmprof", NETWORK, "--cost", "alpha-beta", "--level-costs", "1/1000")
    for topology in (TREE, NETWORK, MIXED):
        yield mapped("mixed_16.tmprof", topology, "--weight", "messages")


def limits():
    """Cases with several roles on a slot, loads and speeds."""
    for affinity, topology in (("sparse_48", "tree:4:2:2"), ("clusters_64", "tree:4:4@1:10"),
                               ("sparse_32", "hierarchy:unequal_tree"), ("clusters_32", "torus:3x4"),
                               ("sparse_32", MIXED), ("wavefront_6x8", "slurm:topology.conf")):
        for many in ("4", "any"):
            yield mapped(affinity, topology, "--oversubscribe", many)
    for algorithm in ("auto", "eagermap", "topomatch", "topomatch-constrained", "lama:nc"):
        yield mapped("clusters_32", "tree:4:4@1:10", "--oversubscribe", "3", "--algorithm", algorithm)
    for preset in PRESETS:
        yield mapped("clusters_64", "tree:4:4@1:10", "--oversubscribe", "4", *searched(preset, "tree:"))
        yield mapped("sparse_12", "tree:3:2@1:10", "--oversubscribe", "any", "--imbalance", "20",
                     *searched(preset, "tree:"))
        yield mapped("sparse_64", "tree:4:2:4", "--imbalance", "10", "--loads", "loads_64", *searched(preset, "tree:"))
    for percent in ("0", "3", "25"):
        yield mapped("sparse_64", "tree:4:4", "--imbalance", percent)
        yield mapped("sparse_64", "tree:4:4", "--imbalance", percent, "--loads", "loads_64")
        yield mapped("sparse_16", "tree:4:2", "--imbalance", percent, "--loads", "loads_16", "--speeds", "speeds_8")
    for options in (["--loads", "loads_16"], ["--speeds", "speeds_64"],
                    ["--loads", "loads_16", "--speeds", "speeds_64"]):
        yield mapped("sparse_16", "tree:4:4:4", *options)
        yield mapped("clusters_16", "slurm:topology.conf+tree:4", *options)
    for algorithm in ("eagermap", "topomatch"):
        yield mapped("sparse_16", TREE, "--loads", "loads_16", "--algorithm", algorithm)
    yield mapped("sparse_16", "cmpltw:1,5,1,1,2,2,1,1", "--loads", "loads_16", "--imbalance", "10")
    yield mapped("groups_64.tmprof", "tree:4:4", "--oversubscribe", "4")
    yield mapped("sparse_512", "tree:4:2:4", "--oversubscribe", "16")
    yield mapped("stencil_8x8x8", "tree:4:16", "--imbalance", "5")


def pins():
    for topology, algorithm in itertools.product((TREE, NETWORK, "graph:chords.graph", "slurm:topology.conf"),
                                                 ("auto", "multisection", "networks", "scotch", "tabu")):
        if takes(algorithm, "sparse_16", topology):
            yield mapped("sparse_16", topology, "--pin", "0=5", "7=1", "--preset", "fast", "--algorithm", algorithm)
    for pinned in (["0=@host1"], ["0=@host1", "1=@host1", "15=@host0"], ["0=@1:3", "3=0"],
                   ["2=@level2:1", "9=@level1:0"]):
        yield mapped("clusters_16", TREE, "--pin", *pinned)
        if "=@host" in pinned[0]:
            yield mapped("clusters_16", MIXED, "--pin", *pinned, "--preset", "fast")
        yield mapped("clusters_32", TREE, "--pin", *pinned, "--oversubscribe", "2")
    yield mapped("clusters_32", MIXED, "--pin", "0=@host1", "1=@host1", "--oversubscribe", "2", "--preset", "fast")
    for preset in PRESETS:
        yield mapped("sparse_12", TREE, "--pin-file", "pins", *searched(preset, TREE))
    yield mapped("power_64", "hierarchy:torus_of_trees", "--pin", "0=@n3", "1=@n3", "60=@n0")
    yield mapped("sparse_32", "hierarchy:torus_of_trees", "--pin", "0=@n7", "31=12")
    yield mapped("sparse_48", "slurm:topology.conf+tree:4", "--pin", "0=@n9", "1=@n0", "47=63")
    yield mapped("sparse_16", "ib:fat_tree.ib", "--pin", "3=@n15")
    yield mapped("cart:8x8", "tree:4:4:4", "--pin", "0=17")
    yield mapped("sparse_512", "tree:16:2:16", "--pin", "0=@host3", "1=@host3", "511=0")


def parts_of_machines():
    for topology, slots in (("tree:4:4:4", "0-7,9,20-40"), ("torus:8x8", "0-7,9,20-47"), ("mesh:8x8", "0,2,4,9-50"),
                            ("dragonfly:4x4x4", "1-62"), ("hierarchy:torus_of_trees", "0-30,40-50"),
                            ("hcub:6", "0-15,32-49")):
        yield mapped("sparse_16", topology, "--slots", slots)
        yield mapped("cart:4x5", topology, "--slots", slots, "--preset", "fast")
        for algorithm in ("topomatch", "scotch", "pacmap", "netloc-recursive", "lama", "eagermap"):
            yield mapped("sparse_16", topology, "--slots", slots, "--algorithm", algorithm)
    yield mapped("sparse_4", "slurm:small.conf+tree:4", "--slots", "resources:resources")
    yield mapped("sparse_16", "tree:2:4:4", "--slots", "2-9,12-31", "--pin", "1=@host1", "2=30", "--speeds",
                 "speeds_32")
    yield mapped("sparse_16", "tree:64:64:64")
    yield mapped("clusters_32", "torus:32x32x32", "--preset", "fast")
    yield mapped("sparse_16", "mesh:1000x1000", "--preset", "fast")


def seeds_and_threads():
    for affinity, topology in (("sparse_64", "tree:4:4:4"), ("clusters_16", "mesh:4x4"),
                               ("sparse_16", "graph:chords.graph")):
        for seed in ("2", "77"):
            yield mapped(affinity, topology, "--seed", seed)
    for algorithm in ("random", "mpipp", "rgrb", "pacmap", "eagermap", "topomatch", "scotch", "netloc-recursive",
                      "tabu"):
        yield mapped("sparse_16", "mesh:4x5", "--seed", "5", "--algorithm", algorithm)
    for threads in ("1", "2"):
        for affinity, topology, *options in (
                ("sparse_64", "tree:4:4:4"), ("sparse_256", "tree:8:2:16"), ("sparse_12", "mesh:4x4"),
                ("sparse_32", "dragonfly:4x4x2"), ("sparse_64", "tree:4:4", "--oversubscribe", "4"),
                ("power_200", "tree:4:2:25", "--algorithm", "eagermap-scan"),
                ("sparse_16", "torus:3x6", "--algorithm", "tabu"), ("power_64", "torus:2x4+tree:4:2", "--preset",
                                                                    "fast"),
                                                                    ("sparse_64", "tree:4:2:8", "--preset", "best",
                                                                     "--time-limit", "2"),
                                                                     ("sparse_512", "torus:8x8x8", "--preset", "fast"),
                ("mixed_32.tmprof", "dragonfly:4x4x2", "--preset", "fast", "--cost", "bottleneck")):
            yield mapped(affinity, topology, *options, "--threads", threads)


def parameters():
    """The parameters of Scotch, TopoMatch and LAMA."""
    for algorithm in ("scotch", "topomatch", "netloc-recursive"):
        for strategy in ("balance", "quality", "safety", "scalability", "speed"):
            yield mapped("sparse_32", "mesh:6x6", "--algorithm", algorithm, "--scotch-strategy", strategy)
        yield mapped("sparse_32", "mesh:6x6", "--algorithm", algorithm, "--scotch-strategy", "r")
        for share in ("0", "0.1", "0.5", "0.9"):
            yield mapped("power_64", "torus:8x8", "--algorithm", algorithm, "--sparse-factor", share)
    for words in ("tau=0", "tau=5", "tau=30000,partition=scotch", "partition=scotch", "partition=greedy",
                  "method=scotch", "method=tree"):
        for name in ("topomatch", "topomatch-constrained", "treematch"):
            if name != "topomatch-constrained" or "method=tree" not in words:
                yield mapped("power_64", "tree:2:5:4:2", "--algorithm", f"{name}:{words}")
    yield mapped("sparse_32", "tree:8:8", "--algorithm", "topomatch:tau=0")
    yield mapped("sparse_512", "tree:8:64", "--algorithm", "treematch")
    for letters in ("nsc", "scn", "csbnh", "nL2c", "hcsn", "Nnc"):
        yield mapped("sparse_16", "slurm:small.conf+hwloc:machines", "--algorithm", f"lama:{letters}")
        yield mapped("sparse_16", "torus:2x2+synthetic:pack:2 core:2 pu:2", "--algorithm", f"lama:{letters}")


def large_problems():
    for affinity, topology in (("sparse_512", "tree:16:2:16@1:10:100"), ("cart:16x32", "tree:16:2:16@1:10:100"),
                               ("stencil_8x8x8", "tree:8:8:8"), ("sparse_2048", "tree:16:2:64"),
                               ("one_group_512.tmprof", "tree:16:32"), ("cart:50x48", "tree:48:50"),
                               ("cart:12x12x12:hops", "tree:8:6:36"), ("torus_4x4x4x4", "tree:4:4:4:4")):
        yield mapped(affinity, topology)
        yield mapped(affinity, topology, "--preset", "fast")
    for affinity, topology in (("sparse_4096", "tree:16:2:128"), ("cart:64x64:periodic", "tree:16:2:128"),
                               ("sparse_4096", "torus:16x16x16"), ("cart:64x64", "torus:16x16x16"),
                               ("sparse_512", "torus:8x8x8"), ("stencil_8x8x8", "mesh:8x8x8"),
                               ("stencil_8x8x8", "dragonfly:9x8x8"), ("torus_4x4x4x4", "hcub:8"),
                               ("sparse_512", "torus:4x4x4+tree:8"), ("sparse_2048", "dragonfly:17x16x8")):
        yield mapped(affinity, topology, "--preset", "fast")
    for algorithm in ("eagermap", "eagermap-scan", "topomatch", "pacmap", "rcm", "rgeob", "lama", "scotch"):
        yield mapped("sparse_512", "tree:16:2:16@1:10:100", "--algorithm", algorithm)
        yield mapped("torus_16x16", "torus:4x4x4+tree:4", "--algorithm", algorithm)
    yield mapped("stencil_8x8x8", "torus:8x8x8", "--algorithm", "networks")
    yield mapped("torus_16x16", "tree:8:2:16", "--preset", "best", "--time-limit", "3")
    yield mapped("sparse_512", "tree:8:2:32", "--preset", "best", "--time-limit", "3")


def layouts():
    for affinity, topology in (("cart:8x8", "tree:4:2:8"), ("sparse_48", "slurm:topology.conf+tree:4"),
                               ("mixed_16.tmprof", "torus:2x2+synthetic:pack:2 core:2 pu:1"), ("sparse_16", MIXED)):
        for options in ([], ["--cost", "bytes"]):
            yield mapped(affinity, topology, "--search-layouts", "--algorithm", "identity", *options)
    hosts = "'n[0-1]=synthetic:pack:2 core:3 pu:2'"
    for words in (f"scbnh --hosts {hosts} -n 24", f"nsc --hosts {hosts}", f"nsc --hosts {hosts} -n 9 --bind s",
                  f"csn --hosts {hosts} -n 40 --oversubscribe",
                  f"nNsc --hosts {hosts} 'm=synthetic:pack:1 numa:2 core:2 pu:1' -n 15", "nsc --topology tree:4:2:2",
                  "csn --topology tree:4:2:3 -n 20", "nsc --hosts a=hwloc:uneven.xml b=hwloc:uneven.xml",
                  "nsch --hosts 2*hwloc:uneven.xml --bind c", "ncs --topology slurm:small.conf+tree:2:2"):
        yield f"layout {words}"
    for file in ("rankfile", "seq", "prrte", "slurm", "hydra", "cray", "permutation"):
        yield f"layout nsc --hosts {hosts} -n 12 --write {file}:OUT"
        yield mapped("sparse_48", "slurm:topology.conf+tree:4", "--algorithm", "treematch", "--write", f"{file}:OUT")
    for numbers in ("logical", "physical"):
        yield f"layout nch --hosts {hosts} -n 20 --rankfile OUT --rankfile-numbers {numbers}"
    yield mapped("cart:4x4", MIXED, "--algorithm", "lama:nc", "--rankfile", "OUT")


def allocations():
    problems = [("torus:4x4x4", "cart:4x4", "0-20,40-60"), ("torus:8x8x8", "cart:8x8", "all"),
                ("mesh:10x10", "sparse_32", "3-40,55-99"), ("slurm:topology.conf", "clusters_32", "free"),
                ("dragonfly:4x4x2", "sparse_48", "all"), ("hcub:6", "power_64", "5-60"),
                ("ib:ring.ib", "sparse_16", "all"), ("graph:chords.graph", "tree_31", "all")]
    for (topology, affinity, free), allocator in itertools.product(problems,
                                                                   ("pacmap", "best-fit", "mc1x1", "search", "auto")):
        yield allocated(topology, affinity, free, "--allocator", allocator)
    for algorithm in ("auto", "pacmap", "rcm", "rgrb", "rgeob", "mpipp", "eagermap", "topomatch", "identity", "scotch"):
        yield allocated("torus:4x4x4", "sparse_48", "0-20,40-60", "--algorithm", algorithm, "--preset", "fast")
    for options in (["--seed", "9"], ["--weight", "messages"], ["--preset", "fast", "--allocator", "search"],
                    ["--threads", "2"]):
        yield allocated("mesh:6x6", "mixed_32.tmprof", "0-30", *options)
    yield allocated("slurm:topology.conf", "cart:2x6", "n[0-3],n[8-11]", "--hostfile", "OUT")


def allocated(topology, affinity, free, *options):
    words = mapped(affinity, topology, "--free", free, "--slots-per-node", "4", *options)
    return words.replace("map", "allocate", 1)


def other_verbs():
    for source in ("sparse_12.mtx", "stencil_5x7.mtx", "dense_12.mat", "dense_16.csv", "torus_8x8.graph",
                   "mixed_16.tmprof", "groups_64.tmprof", "table_10.dat", "silent_8.mtx"):
        for ending in ("mtx", "graph", "grf", "mat", "csv"):
            yield f"convert {source} OUT.{ending}"
    shapes = {"scotch": ["tree:4:8:32@1:10:100", "torus:4x4", "hcub:5", "dragonfly:3x2x1", "torus:2x2+tree:2",
                         "slurm:topology.conf", "graph:chords.graph", "hierarchy:torus_of_trees",
                         "ib:fat_tree.ib+tree:4", "hierarchy:unequal_tree"],
              "hierarchy": ["tree:4:8:32@1:10:100", "torus:4x4", "mesh:3x3+tree:2:2", "slurm:topology.conf",
                            "hierarchy:unequal_mesh"],
              "slurm": ["slurm:topology.conf", "ib:fat_tree.ib", "measured:net.measured"],
              "dot": ["tree:2:2", "torus:3x3", "slurm:topology.conf", "ib:ring.ib", "dragonfly:3x2x1",
                      "graph:chords.graph"],
              "json": ["tree:2:2", "torus:3x3", "slurm:small.conf+hwloc:machines", "ib:ring.ib",
                       "hierarchy:torus_of_trees", "hcub:3"]}
    for form, topologies in shapes.items():
        for topology in topologies:
            yield f"topology --topology {topology} --export {form}"
    yield "topology --topology tree:4:4:4 --slots 0-3,17,40-50 --export scotch"
    yield "topology --topology slurm:topology.conf --distances n[0-9]"
    yield "topology --topology dragonfly:4x4x2 --distances 0-31"
    yield "topology --topology torus:3x4+tree:2:2 --distances 0-47"


def refusals():
    """Refused input: the exit status and the line on stderr count."""
    yield mapped("sparse_16", "tree:2:2")
    yield mapped("sparse_16", "tree:0")
    yield mapped("sparse_16", "trees:4")
    yield mapped("sparse_16", "torus:4xx4")
    yield mapped("missing", "tree:4:4")
    yield mapped("sparse_16", "slurm:missing.conf")
    yield mapped("sparse_16", NETWORK, "--algorithm", "treematch")
    yield mapped("sparse_16", TREE, "--algorithm", "hyperplane")
    yield mapped("sparse_16", TREE, "--algorithm", "nothing")
    yield mapped("sparse_16", TREE, "--algorithm", "topomatch:tau=many")
    yield mapped("sparse_16", TREE, "--algorithm", "lama:xyz")
    yield mapped("sparse_16", TREE, "--cost", "messages")
    yield mapped("mixed_16.tmprof", NETWORK, "--cost", "bytes")
    yield mapped("sparse_16", TREE, "--pin", "0=99")
    yield mapped("sparse_16", TREE, "--pin", "0=@nobody")
    yield mapped("sparse_16", TREE, "--slots", "0-3")
    yield mapped("sparse_16", NETWORK, "--loads", "loads_64")
    yield mapped("sparse_16", TREE, "--level-costs", "fast")
    yield mapped("cart:4x-4", TREE)
    yield mapped("sparse_512", "tree:512", "--algorithm", "tabu")
    yield allocated("torus:4x4", "sparse_64", "0-3")
    yield "convert sparse_16.mtx OUT.nothing"
    yield "topology --topology dragonfly:4x4x2 --export hierarchy"
    yield "layout xyz --topology tree:4:2"


def third_party():
    """Real matrices and machines, from the folder TOPOMORPH_DATA."""
    matrices = ["amg2013-64.mtx", "cloverleaf-64.mtx", "eagermap-sp-omp-64.csv", "hpcg-8-64.bytes.mat",
                "lammps-lj-1-5-64.bytes.mat", "lulesh-64.mtx", "miniamr-64.mtx", "minife-64.mtx", "minimd-64.mtx",
                "netloc-app-64.mat", "npb-bt-64.mtx", "npb-cg-64.mtx", "npb-lu-64.mtx", "npb-mg-64.mtx"]
    for matrix in matrices:
        yield mapped(f"data/matrices/{matrix}", "tree:4:2:8@1:10:100")
        yield mapped(f"data/matrices/{matrix}", "torus:2x4x8", "--preset", "fast")
    for instance in ("nug12", "nug20", "scr20", "nug30", "tho30"):
        yield mapped(f"data/qaplib/{instance}.dat", f"qaplib:data/qaplib/{instance}.dat")
    for graph in ("lu1024r", "stencil2d5_1024"):
        yield mapped(f"data/graphs/{graph}.graph", "tree:4:8:32@1:10:100")
        yield mapped(f"data/graphs/{graph}.graph", "torus:8x8x16", "--preset", "fast")
    for machine in ("16em64t-4s2c2t", "irregulargroups-disallowed", "96em64t-4n4d3ca2co-pci"):
        yield mapped("sparse_4", f"hwloc:data/hwloc/{machine}.xml")
