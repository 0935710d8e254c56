"""The tables of a profile as core/formats/profile/schema.h has them, for tests that write profiles: readers accept these texts alone.

    import profile_tables
    with sqlite3.connect(path) as database:
        database.executescript(profile_tables.SCRIPT)
"""

import pathlib
import re

SCHEMA = pathlib.Path(__file__).resolve().parents[1] / "core" / "formats" / "profile" / "schema.h"
PIECES = r'((?:"[^"]*"\s*)+)'


def _text(pieces):
    return "".join(re.findall(r'"([^"]*)"', pieces))


def _tables(source):
    """Name and text of each table, in the order in which they are created."""
    rows = re.findall(r'Table\{Part::\w+,\s*"(\w+)",\s*' + PIECES + r"\}", source)
    return {name: _text(pieces) for name, pieces in rows}


TABLES = _tables(SCHEMA.read_text())
NETWORK_WITHOUT_WAITING = TABLES["network"].replace(", waiting REAL NOT NULL", "")
SCRIPT = "".join(f"{text};\n" for text in TABLES.values())
assert len(TABLES) == 15, TABLES
TOPOLOGIES = ("topologies", "topology_edges")


def script_without(*names):
    """The same without some tables."""
    return "".join(f"{text};\n" for name, text in TABLES.items() if name not in names)
