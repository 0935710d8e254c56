# The programs that tables of mappings are made with, and what they cost.
import json
import subprocess
from pathlib import Path


class Tools:
    """Programs in the folder `bin`, files in the folder `work`."""

    def __init__(self, bin_folder: Path, work: Path) -> None:
        self.bin, self.work = bin_folder, work

    def run(self, *words: object) -> str:
        return subprocess.run([self.bin / str(words[0]), *map(str, words[1:])], check=True, capture_output=True, text=True).stdout

    def generate(self, name: str, *words: object) -> Path:
        """An affinity, in the order in which it is made."""
        self.run("topomorph-generate", *words, "--ordered", "-o", self.work / name)
        return self.work / name

    def map(self, affinity: Path, topology: str, *words: object, limit: int = 3600) -> tuple[dict, float]:
        """What `topomorph map` says, and its CPU seconds, those of its children among them."""
        cost, answer = self.work / "cost.json", self.work / "answer.json"
        with answer.open("w") as file:
            subprocess.run([self.bin / "topomorph-measure", cost, str(limit), self.bin / "topomorph", "map", "--affinity", affinity, "--topology", topology,
                            "--json", *map(str, words)], check=True, stdout=file)
        measured = json.loads(cost.read_text())
        if measured["status"] != 0:
            raise RuntimeError(f"topomorph map {' '.join(map(str, words))}: status {measured['status']}")
        return json.loads(answer.read_text()), measured["cpu"]

    def hop_bytes(self, affinity: Path, topology: str, mapping: str | Path) -> int:
        return json.loads(self.run("topomorph", "evaluate", "--affinity", affinity, "--topology", topology, "--mapping", mapping, "--json"))["hop_bytes"]
