# Machines as SimGrid's platforms have them, and as TopoMorph's topologies and level costs say the same.
from dataclasses import dataclass, replace
from math import prod

INSIDE = 8e9  # bytes per second of copies inside a host, which do not share it
HOST = 'speed="1Gf" core="64"'
# Links have no latency: to flows with a latency SimGrid gives rates as TCP does, less to those of a longer way.


@dataclass
class Cluster:
    """A network that SimGrid knows as a kind of cluster, with its parameters."""
    kind: str
    parameters: str

    def zone(self, hosts, link):
        return f"""<cluster id="c" prefix="h" suffix="" radical="0-{hosts - 1}" {HOST} bw="{link}Bps"
 lat="0s" loopback_bw="{INSIDE}Bps" loopback_lat="0s" sharing_policy="SPLITDUPLEX" topology="{self.kind}"
 topo_parameters="{self.parameters}"/>"""


class Routed:
    """A network whose routes SimGrid gets one by one, because its own kinds of clusters break ties in another way than
    `topomorph` does. Derived classes tell the names of the links of a route."""

    def zone(self, hosts, link):
        routes = {(a, b): self.route(a, b) for a in range(hosts) for b in range(hosts) if a != b}
        lines = [f'<host id="h{host}" {HOST}/>' for host in range(hosts)]
        lines.append(f'<link id="copy" bandwidth="{INSIDE}Bps" latency="0s" sharing_policy="FATPIPE"/>')
        lines += [f'<link id="{name}" bandwidth="{link}Bps" latency="0s"/>' for name in sorted({name for way in routes.values() for name in way})]
        routes |= {(host, host): ["copy"] for host in range(hosts)}
        for (a, b), way in routes.items():
            lines.append(f'<route src="h{a}" dst="h{b}" symmetrical="NO">' + "".join(f'<link_ctn id="{name}"/>' for name in way) + "</route>")
        return '<zone id="z" routing="Full">\n' + "\n".join(lines) + "\n</zone>"


@dataclass
class Torus(Routed):
    """Dimension order, the first coordinate first, which varies fastest; the shorter way round, of two equal ones towards larger coordinates."""
    sizes: list[int]

    def route(self, a, b):
        strides = [prod(self.sizes[:d]) for d in range(len(self.sizes))]
        way = [a]
        for size, stride in zip(self.sizes, strides):
            offset = (b // stride - a // stride) % size
            for _ in range(min(offset, size - offset)):
                place = way[-1] // stride % size
                step = 1 if 2 * offset <= size else size - 1
                way.append(way[-1] + ((place + step) % size - place) * stride)
        return [f"h{x}-h{y}" for x, y in zip(way, way[1:])]


@dataclass
class Dragonfly(Routed):
    """Links between any two routers of a group, and one from group to group, in the palm-tree arrangement: the k-th
    global link of a group leads k + 1 groups on, `links` of them are on a router."""
    groups: int
    routers: int
    hosts: int
    links: int

    def route(self, a, b):
        here, there = a // self.hosts, b // self.hosts
        group, other = here // self.routers, there // self.routers
        port = (other - group) % self.groups - 1
        way = [here, there]
        if group != other:
            way[1:1] = [group * self.routers + port // self.links, other * self.routers + (self.groups - 2 - port) // self.links]
        return [f"up{a}", *(f"r{x}-r{y}" for x, y in zip(way, way[1:]) if x != y), f"down{b}"]


@dataclass
class Machine:
    """Hosts of some slots, on a network that SimGrid takes as XML and TopoMorph as a topology."""
    name: str
    kind: str
    network: Cluster | Routed
    hosts: int
    slots: int
    spec: str
    words: str
    levels: int = 1  # of switches
    link: float = 1.25e9  # bytes per second, in each direction
    computes: bool = False  # whether the time of computations counts

    def platform(self):
        return f"""<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">{self.network.zone(self.hosts, self.link)}</platform>
"""

    def level_costs(self):
        """Returns the costs inside hosts, and of each level of switches or a hop of the network."""
        return ":".join([f"0/{INSIDE / 1e6}", *[f"0/{self.link / 1e6}"] * self.levels])


def fat_tree(name, spec, parameters, words, hosts=16):
    return Machine(name, "Fat trees", Cluster("FAT_TREE", parameters), hosts, 4, spec, words, levels=int(parameters[0]))


def torus(name, sizes, words, hosts=16):
    return Machine(name, "Tori", Torus([int(size) for size in sizes.split("x")]), hosts, 4, f"torus:{sizes}+tree:4", words)


def computing(machine):
    return replace(machine, name=f"{machine.name}, computing", computes=True, words="computations count, on processors five times as fast as those that ran them")


def ten_times(machine):
    return replace(machine, name=f"{machine.name}, 100G", link=10 * machine.link, words="links of 100 Gbit/s")


NETWORKS = [
    fat_tree("fat2-1:1", "tree:4:host:4/4:4", "2;4,4;1,4;1,1", "four ways up from each switch of four hosts"),
    fat_tree("fat2-2:1", "tree:4:host:4/2:4", "2;4,4;1,2;1,1", "two ways up"),
    fat_tree("fat2-4:1", "tree:4:host:4/1:4", "2;4,4;1,1;1,1", "one way up"),
    fat_tree("fat3-2:1", "tree:4:host:4/2:2/2:2", "3;4,2,2;1,2,2;1,1,1", "three levels, two ways up from the lowest switches, and as many from each above"),
    torus("torus", "4x2x2", "links in both directions"),
    Machine("dragonfly", "Dragonflies", Dragonfly(4, 2, 2, 2), 16, 4, "dragonfly:4x2x2+tree:4", "four groups of two routers with two hosts each"),
    fat_tree("fat2-2:1-256", "tree:4:host:8/4:8", "2;8,8;1,4;1,1", "256 slots, four ways up from each switch of eight hosts", hosts=64),
    fat_tree("fat3-2:1-256", "tree:4:host:4/2:4/2:4", "3;4,4,4;1,2,2;1,1,1", "256 slots, three levels", hosts=64),
    torus("torus-256", "4x4x4", "256 slots", hosts=64),
]
VARIANTS = [vary(machine) for vary, names in ((computing, ("fat2-2:1", "torus", "dragonfly")), (ten_times, ("fat2-2:1",)))
            for machine in NETWORKS if machine.name in names]
MACHINES = {machine.name: machine for machine in [*NETWORKS, *VARIANTS]}
