"""The table of a conformance run, and its differences."""
import re

TELLING = re.compile(r"error|expected|should|wrong|incorrect|signal|time limit", re.IGNORECASE)


def read_assumptions(path):
    """(program, mode) -> why the program may end otherwise in that mode; mode * for all."""
    known = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        words = line.split("#")[0].split(None, 2)
        if len(words) == 3:
            known[words[0], words[1]] = words[2]
    return known


def verdict(identity, result, mode, known):
    name = identity.split()[0]
    found = result.get(mode, {"verdict": "-"})["verdict"]
    explained = (name, mode) in known or (name, "*") in known
    return "explained" if found == "different" and explained else found


def table_rows(results, modes, known):
    rows = {}
    for identity, result in results.items():
        row = rows.setdefault(identity.split("/")[0], {"all": 0, "passed": 0, **{mode: 0 for mode in modes}})
        row["all"] += 1
        if not result["plain"]["good"]:
            continue
        row["passed"] += 1
        for mode in modes:
            row[mode] += verdict(identity, result, mode, known) == "different"
    rows["sum"] = {key: sum(row[key] for row in rows.values()) for key in ("all", "passed", *modes)}
    return rows


def print_table(rows, modes):
    print("differences of the programs that pass plain, by mode")
    print(f"{'folder':12}{'runs':>8}{'pass':>8}" + "".join(f"{mode:>10}" for mode in modes))
    for folder, row in rows.items():
        print(f"{folder:12}{row['all']:8}{row['passed']:8}" + "".join(f"{row[mode]:10}" for mode in modes))


def ended(result):
    return "timeout" if result["timed_out"] else ("failed" if result["failed"] else "ended") + ("" if result["good"] else ", not passed")


def telling_line(output):
    lines = [line.strip() for line in output.splitlines() if line.strip(" -") and not line.startswith("topomorph: ")]
    return next((line for line in lines if TELLING.search(line)), lines[0] if lines else "no output")


def write(results, modes, assumptions):
    """Prints; returns the exit status."""
    known = read_assumptions(assumptions)
    print_table(table_rows(results, modes, known), modes)
    status = 0
    for identity, result in sorted(results.items()):
        for mode in modes:
            found = verdict(identity, result, mode, known)
            status = max(status, found == "different")
            if found not in ("same", "-"):
                ends = f"{ended(result['plain'])} plain, {ended(result[mode])} in the mode"
                print(f"{mode}: {identity}: {found}: {ends}: {telling_line(result[mode]['output'])}")
    return int(status)
