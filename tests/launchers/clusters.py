"""Clusters on this machine (tests/cluster): a test that needs one brings it up here, and is skipped where there is none to be had."""
import os
import pathlib
import subprocess
import unittest

CLUSTER = pathlib.Path(__file__).resolve().parents[1] / "cluster"
CANNOT = 3  # exit status of its commands where there is none to be had
SECONDS_FOR_HOSTS, SECONDS_FOR_SLURM = 180, 120


def bring_up(command, seconds):
    """Runs a command that brings a cluster up, which is stale when this process has ended."""
    up = subprocess.run([*command, "--owner", str(os.getpid())], capture_output=True, text=True, check=False, timeout=seconds)
    if up.returncode == CANNOT:
        raise unittest.SkipTest(up.stderr.strip())
    if up.returncode != 0:
        raise RuntimeError(up.stderr)


def bring_up_hosts(name, hosts, slots, add_cleanup):
    """Brings up hosts in network namespaces. `add_cleanup` is the test's or its class's: what it gets takes them down."""
    add_cleanup(subprocess.run, [CLUSTER / "down", "--name", name], capture_output=True, timeout=SECONDS_FOR_HOSTS)
    bring_up([CLUSTER / "up", "--hosts", str(hosts), "--slots", str(slots), "--name", name], SECONDS_FOR_HOSTS)


def hydra_among_hosts(test, name, hosts, slots):
    """Has Hydra start so many processes on each host. Returns what stands in front of its command. `test` is a jobs.FolderTest."""
    state = subprocess.run(["bash", "-c", f". '{CLUSTER}/common.sh' && state_of {name}"], capture_output=True, text=True, check=True).stdout
    agent = test.script("agent", 'while :; do case $1 in -*) shift ;; *) break ;; esac; done\n' + f'exec "{CLUSTER}/agent" "{state}" "$@"\n')
    (test.folder / "hosts").write_text("".join(f"node{host}:{slots}\n" for host in range(hosts)))
    test.environment.update(HYDRA_LAUNCHER="ssh", HYDRA_LAUNCHER_EXEC=str(agent), HYDRA_IFACE="eth0", HYDRA_HOST_FILE=str(test.folder / "hosts"))
    return [CLUSTER / "enter", state, "node0"]


def bring_up_slurm(name, *options, before=()):
    """Brings up a Slurm, by a command that the words of `before` start. Returns the folder of its files."""
    bring_up([*before, CLUSTER / "slurm_up", "--name", name, *options], SECONDS_FOR_SLURM)
    where = subprocess.run([CLUSTER / "slurm_up", "--where", "--name", name], capture_output=True, text=True, check=True)
    return pathlib.Path(where.stdout.strip())
