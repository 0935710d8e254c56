# Machines as SimGrid's platforms have them, and as TopoMorph's topologies and level costs say the same.
from dataclasses import dataclass

LINKS = {"10": (0.0, 1.25e9), "100": (0.1e-6, 12.5e9)}  # seconds and bytes per second of a link, by its Gbit/s
NEAR = 16  # inside a host, messages are so many times as fast and as soon as over a link


@dataclass
class Machine:
    """Hosts of some slots. SimGrid takes a kind of cluster and its parameters, TopoMorph a topology."""
    name: str
    kind: str
    cluster: tuple[str, str]
    hosts: int
    slots: int
    spec: str
    words: str
    links: tuple[int, ...] = ()  # of a tree: links of a route that ends on each level of switches

    def platform(self, rate):
        latency, bandwidth = LINKS[rate]
        kind, parameters = self.cluster
        return f"""<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><cluster id="c" prefix="h" suffix="" radical="0-{self.hosts - 1}" speed="1Gf" core="64" bw="{bandwidth}Bps"
 lat="{latency}s" loopback_bw="{NEAR * bandwidth}Bps" loopback_lat="{latency / NEAR}s" sharing_policy="SPLITDUPLEX" topology="{kind}"
 topo_parameters="{parameters}"/></platform>
"""

    def level_costs(self, rate):
        """Returns the costs of a tree's levels, or that of the distance 1 inside hosts: a link is NEAR times as far."""
        latency, bandwidth = LINKS[rate]
        inside = f"{latency / NEAR * 1e6}/{NEAR * bandwidth / 1e6}"
        return ":".join([inside, *(f"{links * latency * 1e6}/{bandwidth / 1e6}" for links in self.links)])


def fat_tree(name, spec, parameters, words, hosts=16):
    levels = int(parameters.partition(";")[0])
    return Machine(name, "Fat trees", ("FAT_TREE", parameters), hosts, 4, spec, words, tuple(2 * level for level in range(1, levels + 1)))


def torus(name, sizes, words, hosts=16):
    return Machine(name, "Tori", ("TORUS", sizes.replace("x", ",")), hosts, 4, f"torus:{sizes}@{NEAR}+tree:4@1", words)


MACHINES = {machine.name: machine for machine in [
    fat_tree("fat2-1:1", "tree:4:host:4/4:4", "2;4,4;1,4;1,1", "four ways up from each switch of four hosts"),
    fat_tree("fat2-2:1", "tree:4:host:4/2:4", "2;4,4;1,2;1,1", "two ways up"),
    fat_tree("fat2-4:1", "tree:4:host:4/1:4", "2;4,4;1,1;1,1", "one way up"),
    fat_tree("fat3-2:1", "tree:4:host:4/2:2/2:2", "3;4,2,2;1,2,2;1,1,1", "three levels, two ways up from the lowest switches, and as many from each above"),
    torus("torus", "4x2x2", "links in both directions"),
    fat_tree("fat2-2:1-256", "tree:4:host:8/4:8", "2;8,8;1,4;1,1", "256 slots, four ways up from each switch of eight hosts", hosts=64),
    fat_tree("fat3-2:1-256", "tree:4:host:4/2:4/2:4", "3;4,4,4;1,2,2;1,1,1", "256 slots, three levels", hosts=64),
    torus("torus-256", "4x4x4", "256 slots", hosts=64),
]}
