"""The environment of every job of the tests, from the file `environment` beside it."""
import pathlib

COMMON = dict(line.split("=", 1) for line in (pathlib.Path(__file__).parent / "environment").read_text().splitlines()
              if line and not line.startswith("#"))

# Processes stay where the scheduler puts them.
UNBOUND = {"OMPI_MCA_hwloc_base_binding_policy": "none", "PRTE_MCA_hwloc_default_binding_policy": "none"}

# Seconds that processes have between SIGTERM and SIGKILL: one is short on a busy machine, and Open MPI 5 has no such setting. It always
# waits that long.
PATIENCE = {"OMPI_MCA_odls_base_sigkill_timeout": "4"}
