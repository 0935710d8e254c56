"""Writes the completion for fish."""
from values import Value, first_sentence

HEAD = """# Completion of topomorph for fish; made from its table of options when it was built.
function __topomorph_verb
    set -l given (commandline -opc)
    test (count $given) -ge 2; and test "$given[2]" = "$argv[1]"
end

function __topomorph_no_verb
    test (count (commandline -opc)) -eq 1
end

complete -c topomorph -f
"""
OTHERS = {"files": "(__fish_complete_path (commandline -ct))", "folders": "(__fish_complete_directories (commandline -ct))",
          "commands": "(__fish_complete_command)"}


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def condition(verb):
    return f"complete -c topomorph -n {quoted('__topomorph_verb ' + verb['name'])}"


def arguments(value):
    """Returns the argument of -a."""
    if value.many:
        return f"(__fish_append , {' '.join(value.words)})" if value.words else OTHERS["files"]
    return " ".join([*value.words, *([OTHERS[value.others]] if value.others else [])])


def option_line(verb, option, kinds):
    words = [condition(verb)]
    for name in option["names"]:
        words.append(("-l " if name.startswith("--") else "-s ") + name.lstrip("-"))
    if option["value"]:
        words.append("-x -a " + quoted(arguments(Value(option["value"], kinds))))
    words.append("-d " + quoted(first_sentence(option["help"])))
    return " ".join(words)


def program(verb):
    """Returns the command that completes the words of the program after the options. Its first argument must not begin with two hyphens."""
    valued = [name for option in verb["options"] if option["value"] for name in option["names"]]
    return " ".join(["__fish_complete_subcommand --fcs-skip=2 -", *valued])


def script(described):
    lines = []
    for verb in described["verbs"]:
        lines.append(f"complete -c topomorph -n __topomorph_no_verb -a {verb['name']} -d {quoted(first_sentence(verb['summary']))}")
    for option in described["options"]:
        names = " ".join(("-l " if name.startswith("--") else "-s ") + name.lstrip("-") for name in option["names"])
        lines.append(f"complete -c topomorph -n __topomorph_no_verb {names} -d {quoted(first_sentence(option['help']))}")
    for verb in described["verbs"]:
        for option in verb["options"]:
            if option["names"]:
                lines.append(option_line(verb, option, described["kinds"]))
        positional = [each for each in verb["options"] if each["positional"]]
        for option in positional[:1]:
            lines.append(f"{condition(verb)} -a {quoted(arguments(Value(option['value'], described['kinds'])))}")
        if verb["starts_program"]:
            lines.append(f"{condition(verb)} -a '({program(verb)})'")
    return HEAD + "\n".join(lines) + "\n"
