"""The options of the tests of the documentation: paths; unittest gets the rest."""
import argparse
import pathlib


def paths(*names):
    """Returns the paths of these options, and the remaining arguments."""
    parser = argparse.ArgumentParser()
    for name in names:
        parser.add_argument("--" + name, type=pathlib.Path)
    return parser.parse_known_args()
