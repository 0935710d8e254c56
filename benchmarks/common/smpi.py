# Runs of SimGrid's SMPI (smpirun): its fluid model alone, and the seconds that it tells.
import re

EAGER = 65536  # bytes
# The model of core/replay: no factors on rates and latencies, no window of TCP; allreduce as there.
FLUID = ["network/model:CM02", "network/bandwidth-factor:1", "network/latency-factor:1", "network/weight-S:0", "network/TCP-gamma:1e15",
         "network/crosstraffic:no", f"smpi/async-small-thresh:{EAGER}", f"smpi/send-is-detached-thresh:{EAGER}", "smpi/allreduce:rdb"]


def smpirun(ranks: int, platform: str, hosts: str, settings: list[str], *words: str) -> list[str]:
    """Returns the command that tells simulated seconds; `words` are what to run, and further options."""
    return ["smpirun", "-np", str(ranks), "-platform", platform, "-hostfile", hosts, *(f"--cfg={setting}" for setting in settings),
            "--cfg=smpi/display-timing:yes", "--log=root.thresh:info", *words]


def simulated_seconds(output: str) -> float | None:
    """Returns nothing if the run has failed."""
    found = re.search(r"Simulated time: ([0-9.e+-]+) seconds", output)
    return float(found.group(1)) if found else None
