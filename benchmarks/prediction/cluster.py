# Hosts that are network namespaces of this machine, and the seconds of jobs on them.
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

CLUSTER = pathlib.Path(__file__).resolve().parents[2] / "tests" / "cluster"
HOSTS, SLOTS = 4, 4
RANKS = HOSTS * SLOTS


class Cluster:
    def __init__(self, rate, burst, mtu):
        self.name = f"prediction{os.getpid()}"
        subprocess.run([CLUSTER / "up", "--name", self.name, "--hosts", str(HOSTS), "--slots", str(SLOTS), "--rate", rate, "--burst", burst, "--mtu", mtu,
                        "--owner", str(os.getpid())], check=True, stdout=subprocess.DEVNULL)
        self.job_clock = pathlib.Path(tempfile.mkdtemp()) / "job_clock.so"
        subprocess.run([os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-o", self.job_clock, pathlib.Path(__file__).with_name("job_clock.c")],
                       check=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run([CLUSTER / "down", "--name", self.name], check=False, stdout=subprocess.DEVNULL)
        shutil.rmtree(self.job_clock.parent)

    def start(self, placing, command, folder, **environment):
        """Runs a job and returns what it has written to stderr."""
        done = subprocess.run([CLUSTER / "run", "--name", self.name, "-n", str(RANKS), *placing, "--", *command], cwd=folder,
                              env=os.environ | environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{shlex.join(map(str, command))}: status {done.returncode}\n{done.stderr}")
        return done.stderr

    def run(self, hosts, command, folder, *options, **environment):
        """Runs a job whose rank i is on the host of line i."""
        order = folder / "hosts"
        order.write_text("".join(f"node{host}\n" for host in hosts))
        return self.start(["--order", order, *options], command, folder, **environment)

    def seconds(self, hosts, command, folder):
        """Runs such a job; returns the seconds of the process that takes longest."""
        clock = folder / "clock"
        clock.unlink(missing_ok=True)
        self.run(hosts, command, folder, "-x", f"JOB_CLOCK={clock}", LD_PRELOAD=str(self.job_clock))
        return max(map(float, clock.read_text().split()))
