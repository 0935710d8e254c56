"""Makes the files in every page's folder: `halo` (examples/halo.c), also as `app`; its profile `app.tmprof` of a real job of 16 ranks, whose
hosts are renamed n0 to n3 as if there were four; the affinity `app.mtx`; the network `topology.conf`.

usage: profile.py --source REPOSITORY --build FOLDER --mpicc COMPILER OUTPUT
"""
import argparse
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile

import commands_test

SWITCHES = """SwitchName=s0 Nodes=n[0-1]
SwitchName=s1 Nodes=n[2-3]
SwitchName=s2 Nodes=n[4-5]
SwitchName=s3 Nodes=n[6-7]
SwitchName=sp0 Switches=s[0-1]
SwitchName=sp1 Switches=s[2-3]
SwitchName=top Switches=sp[0-1]
"""


def name_hosts(profile):
    with sqlite3.connect(profile) as database:
        database.execute("UPDATE ranks SET host = 'n' || (rank / 4)")


def main():
    parser = argparse.ArgumentParser()
    for name in ("--source", "--build", "--mpicc", "output"):
        parser.add_argument(name, type=pathlib.Path, **({"required": True} if name.startswith("-") else {}))
    options = parser.parse_args()
    options.output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=options.output.parent) as name:
        folder = pathlib.Path(name) / "profile"
        folder.mkdir()
        for command in ([options.mpicc, "-O2", "-Wall", "-Werror", "-o", "halo", options.source / "examples/halo.c"],
                        ["ln", "-s", "halo", "app"],
                        ["mpirun", "-n", "16", "topomorph", "profile", "-o", "app.tmprof", "./halo", "50"],
                        ["topomorph", "convert", "app.tmprof", "app.mtx"]):
            subprocess.run(command, cwd=folder, env=commands_test.environment(options.build, folder), stdin=subprocess.DEVNULL, check=True, timeout=60)
        name_hosts(folder / "app.tmprof")
        (folder / "topology.conf").write_text(SWITCHES)
        shutil.rmtree(options.output, ignore_errors=True)
        folder.rename(options.output)


if __name__ == "__main__":
    main()
