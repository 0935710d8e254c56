"""The options of the tests of the documentation: paths, and beside them what unittest takes."""
import argparse
import pathlib


def paths(*names):
    """The paths by these options, and the words that are left."""
    parser = argparse.ArgumentParser()
    for name in names:
        parser.add_argument("--" + name, type=pathlib.Path)
    return parser.parse_known_args()
