# Compares two builds: whether they give the same mappings, so that pages which one of them made describe both.
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "papers"))

import algorithms

# Options and commands of the pages that ALGORITHMS.md does not use. None has a limit of time that it reaches.
OTHERS = ["map --affinity {64} --topology tree:8:2:4@1:10:100 --preset fast", "map --affinity {64} --topology torus:4x4x4 --preset fast",
          "map --affinity {64} --topology tree:8:2:4@1:10:100 --threads 2", "map --affinity {64} --topology torus:4x4x4 --cost bottleneck",
          "map --affinity {64} --topology mesh:4x8 --oversubscribe 2", "map --affinity {64} --topology torus:4x4x8 --slots 0-63",
          "map --affinity {64} --topology tree:4:4:4 --from reversed.map", "map --affinity {64} --topology tree:4:4:8 --slots 32-127 --from reversed.map",
          "map --affinity {64} --topology tree:4:4:4 --from reversed.map --most-moved 16", "map --affinity {64} --topology tree:4:4:4 --search-layouts",
          "map --affinity {64} --topology tree:4:4:4 --algorithm lama:csbnh", "layout csbnh --topology tree:4:4:4", "layout sbnch --topology tree:4:4:4 --bind 2c",
          *(f"allocate --topology torus:8x8x8 --free all --slots-per-node 4 --affinity {{64}} --allocator {name}"
            for name in ("best-fit", "mc1x1", "pacmap", "topomatch", "search")),
          "map --affinity {64} --topology tree:4:4:2 --oversubscribe any --loads loads --imbalance 10", "map --affinity {64} --topology tree:4:4:4 --from reversed.map --move-cost 1000",
          "allocate --topology torus:8x8x8 --free all --slots-per-node 4 --affinity {64} --allocator best-fit --curve numbers",
          "evaluate --affinity {64} --topology torus:4x4x4 --mapping reversed.map --json",
          "extrapolate {64} -n 256 --json", "extrapolate {64} -n 1024 --json",
          "predict ring.trace --topology torus:4x4x4 --level-costs 1/1000 --json",
          "simulate --topology torus:4x4x4 --slots-per-node 4 --generate 60 --allocator mc1x1,pacmap --algorithm rgrb,pacmap"]
# Preset best ends by itself with few roles, after a minute; with more it ends by the clock, which no two runs share.
LONG = ["map --affinity cart:4x7 --topology tree:4:8 --preset best --time-limit 600", "map --affinity cart:4x7 --topology mesh:5x6 --preset best --time-limit 600"]


def write_inputs(folder: Path) -> None:
    """Writes the files that OTHERS read."""
    (folder / "reversed.map").write_text("".join(f"{slot}\n" for slot in reversed(range(64))))
    (folder / "loads").write_text("".join(f"{1 + role % 5}\n" for role in range(64)))
    rings = (f"{rank} init\n{rank} irecv {(rank - 1) % 64} 0 100000 6\n{rank} isend {(rank + 1) % 64} 0 100000 6\n{rank} waitall 2\n{rank} finalize\n"
             for rank in range(64))
    (folder / "ring.trace").write_text("".join(rings))


def others(affinity: Path | str) -> list[list[str]]:
    return [text.replace("{64}", str(affinity)).split() for text in OTHERS]


def commands(data: Path, build: Path) -> Iterator[list[str]]:
    """Yields every algorithm on every problem of ALGORITHMS.md, then the others."""
    with tempfile.TemporaryDirectory() as work:
        tools = algorithms.Tools(build, Path(work))
        names = algorithms.with_variants(algorithms.names_of_algorithms(tools))
        for problem in algorithms.problems(data, list(algorithms.TOPOLOGIES)):
            for name in names:
                if not algorithms.why_not_tried(problem, name, patient=False):
                    yield ["map", "--affinity", problem.affinity, "--topology", problem.topology, "--algorithm", *algorithms.words_of(tools, problem, name)]
    yield from others(data / "matrices" / "npb-lu-64.mtx")
    yield from (text.split() for text in LONG)


def answer(build: Path, words: list[str], folder: Path) -> tuple[int, str, str]:
    done = subprocess.run([str(build.resolve() / "bin" / "topomorph"), *words], cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr if done.returncode else ""


def differences(one: Path, other: Path, tried: list[list[str]], jobs: int = 2) -> list[list[str]]:
    """Returns the commands that two builds answer differently."""
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(jobs) as pool:
        write_inputs(Path(work))
        same = pool.map(lambda words: answer(one, words, Path(work)) == answer(other, words, Path(work)), tried)
        return [words for words, equal in zip(tried, same) if not equal]
