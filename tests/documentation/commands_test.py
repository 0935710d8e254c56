"""Runs the commands of a page of the documentation in order, in a folder of its own, and compares their output with the page.

usage: commands_test.py --source REPOSITORY --build FOLDER --profile FOLDER PAGE

Every command must end with status 0, unless the next one is `echo $?`. An ellipsis (…) stands for any text, alone on a line for any
lines. Marks of blocks: pages.py. PROFILE is the output of profile.py: a program and its profile, copied for each page.
"""
import argparse
import difflib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import pages

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "launchers"))
import launching  # noqa: E402

SECONDS = 250  # for a page
MARK = "\036"
OPTIONAL = ("sqlite3",)  # programs without which a page is skipped
SKIPPED = 77
SUSPECT = re.compile(r"^(\$ |topomorph [a-z]+(?!:)\b|(mpirun|mpiexec|srun|sbatch|salloc|module|spack|cmake|tools/|tests/)\S* +\S)", re.MULTILINE)


class Command:
    def __init__(self, line, text, expected=None):
        self.line, self.text, self.expected = line, text, expected


def commands_of_session(block):
    """Of a `console` block: the text after "$ ", continued after "> ", and the expected output below."""
    found = []
    for offset, line in enumerate(block.text.splitlines()):
        if line.startswith("$ "):
            found.append(Command(block.line + offset + 1, line[2:], []))
        elif found and not found[-1].expected and line.startswith("> "):
            found[-1].text += "\n" + line[2:]
        elif found:
            found[-1].expected.append(line)
        else:
            raise SystemExit(f"line {block.line}: a session that does not begin with a command")
    return found


def commands_of(block):
    before = block.note("before")
    if block.language == "" and before:
        return [Command(block.line, f"( set -e\n{before}\n)")]
    if block.language == "console":
        return commands_of_session(block)
    if block.language == "sh":
        return [Command(block.line, f"( set -e\n{block.text}\n)")]
    return []


def complaints_about(page, source):
    """Blocks without a language, with hidden commands, or left out without a valid reason."""
    for block in page.blocks:
        where = f"{page.path.name}:{block.line}: "
        if block.text and not block.language:
            yield where + "this block does not say its language"
        if block.language == "text" and SUSPECT.search(block.text):
            yield where + "a command in a block that is not run"
        reason = block.note("not run here")
        if block.language == "bash" and not reason:
            yield where + "a job script, and no word on who runs it"
        if reason is None:
            continue
        named = re.findall(r"\b(?:tests|tools)/[\w/.-]*\w", reason)
        if ";" not in reason or not named:
            yield where + "left out: expected a reason, and behind a semicolon the test that runs such commands"
        yield from (where + f"{name} does not exist" for name in named if not (source / name).exists())


def script_of(commands):
    """A script that prints a mark with number and status after each command's output."""
    lines = ["status=0"]
    for number, command in enumerate(commands):
        lines += ['(exit "$status")', f"eval {shlex.quote(command.text)}", "status=$?",
                  f"printf '\\n{MARK}%s %s\\n' {number} \"$status\""]
    return "\n".join(lines) + "\n"


def environment(build, folder):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TOPOMORPH_", "SLURM_", "XDG_"))}
    kept.update(SOURCE=str(pathlib.Path(__file__).resolve().parents[2]), HOME=str(folder / "home"), NO_COLOR="1", LC_ALL="C.UTF-8", PATH=f"{build / 'bin'}:{os.environ['PATH']}",
                PKG_CONFIG_PATH=str(build / "lib/pkgconfig"), OMPI_MCA_mpi_yield_when_idle="1", **launching.COMMON,
                **launching.UNBOUND)
    return kept


def run(commands, build, folder):
    """[(output, status)] of the commands, as far as they came."""
    done = subprocess.run(["timeout", "--kill-after=10", str(SECONDS), "bash", "-c", script_of(commands)], cwd=folder, env=environment(build, folder),
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    parts = re.split(rf"\n?\n{MARK}\d+ (\d+)\n", "\n" + done.stdout)
    return [(parts[i].strip("\n"), int(parts[i + 1])) for i in range(0, len(parts) - 1, 2)]


def pattern_of(expected):
    pattern = ""
    for line in expected:
        if line.strip() in ("…", "..."):
            pattern += r"(?:.*\n)*"
        else:
            pattern += r"[^\n]*".join(re.escape(part.rstrip()) if last else re.escape(part)
                                      for part, last in zip(line.split("…"), [False] * line.count("…") + [True])) + r" *\n"
    return re.compile(pattern)


def lines_last(lines):
    """What TopoMorph says on stderr comes behind what the program says on stdout: launchers promise no order of the two."""
    said = [line.startswith("topomorph: ") for line in lines]
    return [line for line, last in zip(lines, said) if not last] + [line for line, last in zip(lines, said) if last]


def complaint_about(command, output, status, follower):
    if status != 0 and not (follower and follower.text.strip() == "echo $?"):
        return f"line {command.line}: {command.text}\nended with status {status}:\n{output}"
    printed = "".join(line.rstrip() + "\n" for line in lines_last(output.splitlines()))
    if command.expected and not pattern_of(lines_last(command.expected)).fullmatch(printed):
        shown = "\n".join(difflib.unified_diff(command.expected, output.splitlines(), "the page", "the command", lineterm=""))
        return f"line {command.line}: {command.text}\nprints something else:\n{shown}"
    return None


def pictures_that_differ(page, build, folder):
    """Compares each picture after a `made by` with picture.svg, which the command writes."""
    for block in page.blocks:
        command = block.note("made by") if not block.language else None
        if command is None:
            continue
        line, target = next((line, target) for line, target in page.links if line > block.line)
        subprocess.run(["bash", "-c", command], cwd=folder, check=True, env=environment(build, folder))
        if (folder / "picture.svg").read_bytes() != (page.path.parent / target).read_bytes():
            yield f"line {line}: {target} is not what `{command}` makes"


def main():
    parser = argparse.ArgumentParser()
    for name in ("--source", "--build", "--profile", "page"):
        parser.add_argument(name, type=pathlib.Path, **({"required": True} if name.startswith("-") else {}))
    options = parser.parse_args()
    os.environ["PROFILE"] = str(options.profile.resolve())
    page = pages.read_page(options.page)
    complaints = list(complaints_about(page, options.source))
    commands = [command for block in page.blocks if block.note("not run here") is None for command in commands_of(block)]
    absent = [word for word in OPTIONAL if not shutil.which(word) and any(command.text.startswith(word + " ") for command in commands)]
    if absent and not complaints:
        print(f"skipped: {', '.join(absent)} is not installed")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve() / "work"
        shutil.copytree(options.profile, folder)
        (folder / "home").mkdir()
        outcomes = run(commands, options.build, folder)
        complaints += filter(None, (complaint_about(command, *outcome, commands[i + 1] if i + 1 < len(commands) else None)
                                    for i, (command, outcome) in enumerate(zip(commands, outcomes))))
        if len(outcomes) < len(commands):
            complaints.append(f"line {commands[len(outcomes)].line}: {commands[len(outcomes)].text}\ndid not end")
        complaints += pictures_that_differ(page, options.build, folder)
    print(f"{options.page.name}: {len(commands)} commands, {len(complaints)} complaints", *complaints, sep="\n")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
