"""One program of a suite."""
import os
import pathlib
import sys
from dataclasses import dataclass, field


@dataclass
class Program:
    """One line of a suite's list: a command at a number of ranks."""
    name: str                                   # folder/program
    ranks: int
    command: list
    folder: pathlib.Path                        # where it runs
    good: object                                # regex of the output of a success; None: any end, if it is always the same
    environment: dict = field(default_factory=dict)

    @property
    def id(self):
        arguments = [a for a in self.command[1:] if not os.path.isabs(a)]
        return " ".join([self.name, f"np{self.ranks}"] + arguments)


def say(text):
    print(text, file=sys.stderr, flush=True)
