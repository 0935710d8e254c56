"""The environment of every job of the tests, from the file `environment` beside it."""
import functools
import pathlib
import re
import subprocess

COMMON = dict(line.split("=", 1) for line in (pathlib.Path(__file__).parent / "environment").read_text().splitlines()
              if line and not line.startswith("#"))

# Processes stay where the scheduler puts them.
UNBOUND = {"OMPI_MCA_hwloc_base_binding_policy": "none", "PRTE_MCA_hwloc_default_binding_policy": "none"}

# Seconds that processes have between SIGTERM and SIGKILL: one is short on a busy machine. It always waits that long.
PATIENCE = {"OMPI_MCA_odls_base_sigkill_timeout": "4"}

# What ends a rank that is no MPI program: Open MPI 5's launcher (PRRTE 3) never sees the end of a process that is gone before it has written down
# its number (prrte's pull request 2713), and hangs.
MOMENT = "sleep 0.3"


@functools.lru_cache
def version_of(mpiexec):
    """Returns what the launcher says of itself."""
    return subprocess.run([mpiexec, "--version"], capture_output=True, text=True).stdout if mpiexec else ""


def is_open_mpi_5(mpiexec):
    """Whether it is Open MPI's launcher, 5 or newer (PRRTE)."""
    return bool(re.match(r"mpi(run|exec)\S* \(Open MPI\) [5-9]", version_of(mpiexec)))


def is_hydra(mpiexec):
    """Whether it is MPICH's launcher."""
    return "HYDRA" in version_of(mpiexec)


def kills_at_once(mpiexec):
    """Whether PATIENCE changes nothing: with PRRTE and Hydra it is chance which processes come to their end by SIGTERM."""
    return is_open_mpi_5(mpiexec) or is_hydra(mpiexec)


def through_memory(mpiexec):
    """Options for messages through the host's memory alone; the component has another name since Open MPI 5."""
    return ["--mca", "btl", "sm,self" if is_open_mpi_5(mpiexec) else "vader,self"]
