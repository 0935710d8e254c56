"""Writes what the golden cases read: affinities, machines and the files of options, the same bytes on every machine."""
import itertools
import math
import pathlib
import random
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import profile_tables  # noqa: E402

# random.Random(seed).random() is the one generator that Python promises to keep; nothing else of it is used.


def write_inputs(folder):
    """Fills `folder`, which is the current folder of every case."""
    write_affinities(folder)
    write_profiles(folder)
    write_option_files(folder)
    write_trees(folder)
    write_networks(folder)
    write_machines(folder)


# Affinities: a dictionary (source, destination) -> volume, of directed pairs.

def stencil(sizes, wrap=False, volumes=(1,)):
    """A process grid whose neighbours exchange `volumes`, by dimension; the last dimension is the fastest."""
    places = list(itertools.product(*map(range, sizes)))
    numbers = {place: number for number, place in enumerate(places)}
    pairs = {}
    for place, axis in itertools.product(places, range(len(sizes))):
        there = list(place)
        there[axis] = (there[axis] + 1) % sizes[axis] if wrap else there[axis] + 1
        other = numbers.get(tuple(there))
        if other is not None and other != numbers[place]:
            for pair in ((numbers[place], other), (other, numbers[place])):
                pairs[pair] = pairs.get(pair, 0) + volumes[axis % len(volumes)]
    return pairs


def shuffled(pairs, roles, seed):
    draw = random.Random(seed)
    order = sorted(range(roles), key=[draw.random() for _ in range(roles)].__getitem__)
    return {(order[a], order[b]): volume for (a, b), volume in pairs.items()}


def sparse(roles, edges, seed, most=1000):
    """Random directed pairs: asymmetric, some roles without any."""
    draw, pairs = random.Random(seed), {}
    while len(pairs) < edges:
        a, b = int(draw.random() * roles), int(draw.random() * roles)
        if a != b:
            pairs[a, b] = 1 + int(draw.random() * most)
    return pairs


def power_law(roles, edges, seed):
    """Few roles talk to many, and few pairs exchange nearly everything."""
    draw, pairs = random.Random(seed), {}
    while len(pairs) < edges:
        a, b = int(roles * draw.random() ** 3), int(roles * draw.random())
        if a != b:
            pairs[a, b] = 1 + int(1 / (draw.random() + 1e-4))
    return pairs


def all_to_all(roles):
    return {(a, b): 1 + (7 * a + 3 * b) % 11 for a in range(roles) for b in range(roles) if a != b}


def clusters(roles, size, seed):
    """Blocks that talk much inside and little outside, their members spread over the ranks."""
    pairs = {(a, b): 100 + (a * b) % 7 for a in range(roles) for b in range(roles) if a != b and a // size == b // size}
    return shuffled({**sparse(roles, roles, seed, 10), **pairs}, roles, seed)


def binary_tree(roles):
    pairs = {}
    for role in range(1, roles):
        depth = int(math.log2(role + 1))
        pairs[role, (role - 1) // 2] = 1000 >> depth
        pairs[(role - 1) // 2, role] = 10
    return pairs


def far_pairs(roles):
    return {(role, roles - 1 - role): 50 + role % 5 for role in range(roles) if role != roles - 1 - role}


def butterfly(roles):
    bits = [1 << bit for bit in range(roles.bit_length() - 1)]
    return {(role, role ^ bit): bit for role in range(roles) for bit in bits if role ^ bit < roles}


def wavefront(rows, columns):
    """Sends right and down only."""
    pairs = {(row * columns + column, row * columns + column + 1): 30 for row in range(rows) for column in
             range(columns - 1)}
    return {**pairs, **{(place, place + columns): 20 for place in range((rows - 1) * columns)}}


AFFINITIES = {
    "line_3": (3, stencil([3])),
    "line_24": (24, stencil([24])),
    "ring_16": (16, stencil([16], True)),
    "ring_64": (64, shuffled(stencil([64], True), 64, 1)),
    "stencil_5x7": (35, stencil([5, 7])),
    "stencil_8x8": (64, shuffled(stencil([8, 8]), 64, 2)),
    "torus_8x8": (64, shuffled(stencil([8, 8], True), 64, 3)),
    "torus_16x16": (256, stencil([16, 16], True)),
    "weighted_8x8": (64, stencil([8, 8], False, (100, 7))),
    "stencil_4x4x4": (64, shuffled(stencil([4, 4, 4]), 64, 4)),
    "stencil_8x8x8": (512, shuffled(stencil([8, 8, 8], False, (9, 5, 1)), 512, 5)),
    "torus_3x4x5": (60, stencil([3, 4, 5], True)),
    "stencil_3x3x3x3": (81, stencil([3, 3, 3, 3])),
    "torus_4x4x4x4": (256, stencil([4, 4, 4, 4], True, (4, 3, 2, 1))),
    "sparse_4": (4, sparse(4, 6, 10)),
    "sparse_12": (12, sparse(12, 40, 11)),
    "sparse_16": (16, sparse(16, 48, 12)),
    "sparse_32": (32, sparse(32, 96, 13)),
    "sparse_48": (48, sparse(48, 160, 14)),
    "sparse_64": (64, sparse(64, 200, 15)),
    "sparse_128": (128, sparse(128, 512, 16)),
    "sparse_256": (256, sparse(256, 1024, 17, 10**9)),
    "sparse_512": (512, sparse(512, 1500, 18)),
    "sparse_2048": (2048, sparse(2048, 6000, 19)),
    "sparse_4096": (4096, sparse(4096, 9000, 20)),
    "power_64": (64, power_law(64, 400, 21)),
    "power_200": (200, power_law(200, 1000, 22)),
    "all_8": (8, all_to_all(8)),
    "all_16": (16, all_to_all(16)),
    "all_48": (48, all_to_all(48)),
    "clusters_16": (16, clusters(16, 4, 30)),
    "clusters_32": (32, clusters(32, 4, 31)),
    "clusters_64": (64, clusters(64, 8, 32)),
    "clusters_128": (128, clusters(128, 16, 33)),
    "tree_31": (31, binary_tree(31)),
    "tree_63": (63, binary_tree(63)),
    "star_16": (16, {(0, role): role for role in range(1, 16)}),
    "far_32": (32, far_pairs(32)),
    "far_64": (64, far_pairs(64)),
    "butterfly_32": (32, butterfly(32)),
    "butterfly_64": (64, butterfly(64)),
    "wavefront_6x8": (48, wavefront(6, 8)),
    "silent_8": (8, {}),
    "one": (1, {}),
}


def matrix_market(roles, pairs):
    lines = [f"{a + 1} {b + 1} {volume}" for (a, b), volume in sorted(pairs.items())]
    return "\n".join(["%%MatrixMarket matrix coordinate integer general", f"{roles} {roles} {len(pairs)}", *lines, ""])


def dense(roles, pairs, separator=" ", last_first=False):
    rows = [separator.join(str(pairs.get((a, b), 0)) for b in range(roles)) for a in range(roles)]
    return "\n".join(reversed(rows) if last_first else rows) + "\n"


def metis(roles, pairs):
    """Of symmetric pairs."""
    rows = [" ".join(f"{b + 1} {pairs[a, b]}" for b in range(roles) if (a, b) in pairs) for a in range(roles)]
    return "\n".join([f"{roles} {len(pairs) // 2} 001", *rows, ""])


def write_affinities(folder):
    for name, (roles, pairs) in AFFINITIES.items():
        (folder / f"{name}.mtx").write_text(matrix_market(roles, pairs))
    (folder / "dense_12.mat").write_text(dense(*AFFINITIES["sparse_12"]))
    (folder / "dense_16.csv").write_text(dense(*AFFINITIES["clusters_16"], separator=",", last_first=True))
    (folder / "torus_8x8.graph").write_text(metis(*AFFINITIES["torus_8x8"]))
    grid = {(a, b): abs(a % 4 - b % 4) + abs(a // 4 - b // 4) for a in range(12) for b in range(12)}
    table = {(a, b): 1 + (a * b + a + b) % 9 for a in range(10) for b in range(10) if a != b}
    write_qaplib(folder / "grid_12.dat", 12, grid, AFFINITIES["sparse_12"][1])
    write_qaplib(folder / "table_10.dat", 10, stencil([10]), table)


def write_qaplib(path, size, first, second):
    path.write_text(f"{size}\n\n{dense(size, first)}\n{dense(size, second)}")


# Profiles: messages and bytes, and the groups of collectives.

def write_profile(path, ranks, bytes_of, messages_of, groups=()):
    """`groups`: members, bytes and messages that each member sends to the others together."""
    with sqlite3.connect(path) as database:
        database.executescript(profile_tables.SCRIPT)
        meta = {"format_version": 2 if groups else 1, "ranks": ranks, "records": ranks, "program": "app"}
        database.executemany("INSERT INTO meta VALUES(?, ?)", [(key, str(value)) for key, value in meta.items()])
        database.executemany("INSERT INTO ranks VALUES(?, ?, '', '', 0)", [(r, f"n{r // 4}") for r in range(ranks)])
        database.execute("INSERT INTO phases(name) VALUES('main')")
        for pair in sorted(set(bytes_of) | set(messages_of)):
            database.execute("INSERT INTO traffic VALUES('main', 'p2p', ?, ?, ?, ?)",
                             (*pair, bytes_of.get(pair, 0), messages_of.get(pair, 0)))
        for number, (members, volume, messages) in enumerate(groups):
            database.execute("INSERT INTO groups VALUES(?, ?)", (number, members))
            database.execute("INSERT INTO group_traffic VALUES('main', 'collective', ?, 'out', 0, ?, ?, ?)",
                             (number, ranks - 1, volume, messages))
    database.close()


def write_profiles(folder):
    rows = {pair: 100000 for pair in stencil([4, 4]) if pair[0] // 4 == pair[1] // 4}
    columns = {pair: 1000 for pair in stencil([4, 4]) if pair[0] % 4 == pair[1] % 4}
    write_profile(folder / "mixed_16.tmprof", 16, rows, columns)  # bytes along the rows, messages along the columns
    write_profile(folder / "mixed_32.tmprof", 32, sparse(32, 100, 40, 10**6), sparse(32, 100, 41, 100))
    groups = [("0-63:2", 31 * 4096, 31), ("1-63:2", 31 * 512, 310)]
    write_profile(folder / "groups_64.tmprof", 64, stencil([8, 8], False, (5000, 300)), stencil([8, 8]), groups)
    write_profile(folder / "one_group_512.tmprof", 512, stencil([512]), stencil([512]), [("0-511", 511 * 64, 511)])


# Files of options.

def write_option_files(folder):
    (folder / "loads_16").write_text("".join(f"{1 + role % 5}\n" for role in range(16)))
    (folder / "loads_64").write_text("".join(f"{1 + 7 * role % 13}\n" for role in range(64)))
    (folder / "speeds_8").write_text("".join(f"{1 + slot % 3}\n" for slot in range(8)))
    (folder / "speeds_32").write_text("".join(f"{1 + slot % 4}\n" for slot in range(32)))
    (folder / "speeds_64").write_text("".join(f"{2 + slot // 16}\n" for slot in range(64)))
    (folder / "pins").write_text("# role 0 reads the input\n0=@host1\n\n5=3\n7=@1:2\n")
    (folder / "costs").write_text("# level, us, MB/s\nlevel1 0.5 8000\nlevel2 1 5000\nlevel3 60 11.5\n")
    (folder / "free").write_text("n1\nn2\nn[4-6]\nn[9-13]\n")
    (folder / "resources").write_text("2 n0 n1 2 3 0 0 2 1 1 2 2 3 3 4\n")


# Trees, and networks of hosts.

SLURM = """SwitchName=s0 Nodes=n[0-4]
SwitchName=s1 Nodes=n[5-7]
SwitchName=s2 Nodes=n[8-15]
SwitchName=pair Switches=s[0-1]
SwitchName=top Switches=pair,s2
"""
SLURM_BLOCKS = "BlockName=b1 Nodes=n[0-3]\nBlockName=b2 Nodes=n[4-7]\nBlockName=b3 Nodes=n[8-11]\nBlockSizes=4,8\n"
SLURM_YAML = """---
- topology: t
  cluster_default: true
  tree:
    switches:
      - switch: top
        children: s[1-2]
      - switch: s1
        nodes: n[0-3]
      - switch: s2
        nodes: n[4-9]
"""
SLURM_TORI = """- topology: tori
  torus3d:
    toruses:
      - name: pod1
        dims: {x: 4, y: 3, z: 1}
        nodes: n[01-12]
      - name: pod2
        dims: {x: 3, y: 3, z: 2}
        regions:
          - anchor: {x: 0, y: 1, z: 0}
            dims: {x: 3, y: 2, z: 2}
            nodes: m[01-12]
- topology: rings
  ring:
    rings:
      - ring: r1
        nodes: n[01-08]
      - ring: r2
        nodes: m[01-04]
"""
TOPOGRAPH = "".join(["{\"instances\": [\n", ",\n".join(
    f'{{"id": "i{i}", "network_layers": ["leaf{i // 4}", "spine"], "labels": {{"accelerator.topograph.run/domain": "d{i // 2}"}}}}'
    for i in range(10)), "\n]}\n"])
SMALL_SLURM = "SwitchName=s0 Nodes=n[0-1]\nSwitchName=s1 Nodes=n[2-3]\nSwitchName=top Switches=s[0-1]\n"
UNEQUAL_TREE = """tree 2 4 180 24 90 3 0 1 24
node a tree 2 2 9 6 1 -1
node b tree 2 2 9 6 1 3 0 1 6
node c tree 1 4 7 -1
"""
MEASURED = """topomorph-measured 1
level cluster 76 35.4 5.08 1.62
level group 10 28.1 12.3 12.25
host node0 0
host node1 0
host node2 0
host node3 1
host node4 1
"""
TORUS_OF_TREES = """torus 3 4 1600 4 1600 4 1600 5 12 26 48 57 60
tree 1 4 800 2 0 1
node n0 tree 2 2 20 4 10 -1
node n1 tree 2 2 20 4 10 -1
tree 1 4 800 1 0
node n2 tree 2 2 20 4 10 -1
tree 1 4 800 3 0 1 2
node n3 tree 2 2 20 4 10 -1
node n4 tree 2 2 20 4 10 -1
node n5 tree 2 2 20 4 10 -1
tree 1 4 800 1 0
node n6 tree 2 2 20 4 10 -1
tree 1 4 800 1 0
node n7 tree 2 2 20 4 10 -1
"""
UNEQUAL_MESH = """mesh 1 4 5 3 3 0 1
node a torus 1 4 2 -1
tree 1 3 9 2 2 0
node b mesh 2 2 1 3 1 2 5 0
node c tree 1 4 2 3 3 0 1
node d tree 1 1 1 -1
"""


# A dragonfly by levels: an all-to-all of groups, each an all-to-all of routers.
ALL_TO_ALLS = "alltoall 1 3 76 -1\n" + "".join(
    "alltoall 1 2 11 -1\n" + "".join(f"ring 1 4 2 2 0 2\nnode g{group}r{router}a tree 1 2 1 -1\n"
                                     f"node g{group}r{router}b tree 1 2 1 -1\n" for router in range(2))
    for group in range(3))


def write_trees(folder):
    for name, text in (("topology.conf", SLURM), ("blocks.conf", SLURM_BLOCKS), ("topology.yaml", SLURM_YAML),
                       ("small.conf", SMALL_SLURM), ("tori.yaml", SLURM_TORI), ("domains.json", TOPOGRAPH),
                       ("unequal_tree", UNEQUAL_TREE), ("net.measured", MEASURED),
                       ("torus_of_trees", TORUS_OF_TREES), ("unequal_mesh", UNEQUAL_MESH),
                       ("all_to_alls", ALL_TO_ALLS)):
        (folder / name).write_text(text)


def fabric(switches, links, hosts):
    """Returns a report of ports as ibnetdiscover -p prints it; `hosts` has the switch of each host."""
    ports, lines = [0] * switches, []

    def port(switch):
        ports[switch] += 1
        return ports[switch]

    for host, switch in enumerate(hosts):
        lines.append(f"SW {switch + 1} {port(switch)} {switch + 1:#x} 4x QDR - CA {100 + host} 1 {100 + host:#x} "
                     f"( 'switch{switch}' - 'n{host}' )")
    for one, other in links:
        lines.append(f"SW {one + 1} {port(one)} {one + 1:#x} 4x QDR - SW {other + 1} {port(other)} {other + 1:#x} "
                     f"( 'switch{one}' - 'switch{other}' )")
    return "\n".join(lines) + "\n"


def omni_path(switches, links, hosts):
    """Returns links as opareport -o topology prints them; `hosts` has the switch of each host."""
    used, lines = [0] * switches, ["<Report>", "<LinkSummary>"]

    def port(kind, number, node, name):
        return (f"<Port><NodeGUID>{node:#x}</NodeGUID><PortNum>{number}</PortNum><NodeType>{kind}</NodeType>"
                f"<NodeDesc>{name}</NodeDesc></Port>")

    def of_switch(switch):
        used[switch] += 1
        return port("SW", used[switch], switch + 1, f"switch{switch}")

    for host, switch in enumerate(hosts):
        lines.append(f"<Link><Rate>100g</Rate>{port('FI', 1, 100 + host, f'n{host} hfi1_0')}{of_switch(switch)}</Link>")
    lines += [f"<Link><Rate>100g</Rate>{of_switch(one)}{of_switch(other)}</Link>" for one, other in links]
    return "\n".join([*lines, "</LinkSummary>", "</Report>"]) + "\n"


def write_networks(folder):
    fat_tree = [(leaf, spine) for leaf in range(4) for spine in (4, 5)]
    (folder / "fat_tree.ib").write_text(fabric(6, [*fat_tree, (0, 4)], [host // 4 for host in range(16)]))
    (folder / "omni_path.xml").write_text(omni_path(6, fat_tree, [host // 4 for host in range(16)]))
    ring = [(switch, (switch + 1) % 6) for switch in range(6)]
    (folder / "ring.ib").write_text(fabric(6, ring, [host // 2 for host in range(12)]))
    chords = {**stencil([16], True), **{(a, (a + 8) % 16): 3 for a in range(16)}}
    (folder / "chords.graph").write_text(metis(16, chords))
    leaves = {pair: 1 + sum(pair) % 4 for parent in range(4) for child in range(4 + 4 * parent, 8 + 4 * parent)
              for pair in ((parent, child), (child, parent))}
    (folder / "star_of_stars.graph").write_text(metis(20, {**stencil([4], True, (5,)), **leaves}))
    for name, text in (("tleaf", "tleaf\n3 4 100 4 10 4 1\n"), ("torus", "torusXD 3 4 2 2\n"),
                       ("hypercube", "hcub 4\n"), ("weighted", "cmpltw\n8 5 1 2 2 2 1 1 1\n"),
                       ("sub", "sub\n9 0 1 2 5 7 8 11 12 15\nmesh2D\n4 4\n"),
                       ("deco", "deco\n0\n3 5\n7 2 4\n1 3 5\n4 5 3\n10\n20 30\n")):
        (folder / f"{name}.scotch").write_text(text)


# Machines as hwloc writes them.

def hwloc_object(kind, index, first, last, inside="", key=0):
    cpus = f"{(1 << last) - (1 << first):#x}"
    sets = "".join(f' {prefix}cpuset="{cpus}" {prefix}nodeset="0x1"' for prefix in ("", "complete_"))
    return f'<object type="{kind}" os_index="{index}"{sets} gp_index="{key}">{inside}</object>'


def hwloc_machine(packages):
    """`packages`: for each the numbers of processing units of its cores."""
    keys, unit, inside = itertools.count(1), 0, ""
    for number, cores in enumerate(packages):
        start, of_package = unit, ""
        for core, units in enumerate(cores):
            made = "".join(hwloc_object("PU", unit + i, unit + i, unit + i + 1, key=next(keys)) for i in range(units))
            of_package += hwloc_object("Core", core, unit, unit + units, made, next(keys))
            unit += units
        inside += hwloc_object("Package", number, start, unit, of_package, next(keys))
    memory = hwloc_object("NUMANode", 0, 0, unit, key=next(keys))
    machine = hwloc_object("Machine", 0, 0, unit, memory + inside, next(keys))
    allowed = f'allowed_cpuset="{(1 << unit) - 1:#x}" allowed_nodeset="0x1"'
    machine = machine.replace(" os_index", f" {allowed} os_index", 1)
    return f'<?xml version="1.0"?>\n<topology version="2.0">\n{machine}\n</topology>\n'


def write_machines(folder):
    (folder / "uneven.xml").write_text(hwloc_machine([[2, 2, 2], [1, 1, 1, 1, 1]]))
    (folder / "machines").mkdir()
    for host, packages in enumerate([[[1] * 4] * 2, [[1] * 4] * 2, [[1] * 2] * 2, [[1] * 6]]):
        (folder / "machines" / f"n{host}.xml").write_text(hwloc_machine(packages))
