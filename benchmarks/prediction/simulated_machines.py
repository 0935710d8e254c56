# Machines as SimGrid's platforms have them, and as TopoMorph's topologies and level costs say the same.
from dataclasses import dataclass

LINK = 1.25e9  # bytes per second, in each direction
INSIDE = 8e9  # of copies inside a host, which do not share it
# Links have no latency: to flows with a latency SimGrid gives rates as TCP does, less to those of a longer way.


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

    def platform(self):
        kind, parameters = self.cluster
        return f"""<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><cluster id="c" prefix="h" suffix="" radical="0-{self.hosts - 1}" speed="1Gf" core="64" bw="{LINK}Bps"
 lat="0s" loopback_bw="{INSIDE}Bps" loopback_lat="0s" sharing_policy="SPLITDUPLEX" topology="{kind}"
 topo_parameters="{parameters}"/></platform>
"""

    def level_costs(self):
        """Returns the costs inside hosts, and of each level of switches or a hop of the network."""
        levels = int(self.cluster[1].partition(";")[0]) if self.cluster[0] == "FAT_TREE" else 1
        return ":".join([f"0/{INSIDE / 1e6}", *[f"0/{LINK / 1e6}"] * levels])


def fat_tree(name, spec, parameters, words, hosts=16):
    return Machine(name, "Fat trees", ("FAT_TREE", parameters), hosts, 4, spec, words)


def torus(name, sizes, words, hosts=16):
    return Machine(name, "Tori", ("TORUS", sizes.replace("x", ",")), hosts, 4, f"torus:{sizes}+tree:4", words)


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
