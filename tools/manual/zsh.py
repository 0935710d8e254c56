"""Writes the completion for zsh."""
import shlex

from values import Value, first_sentence

OTHERS = {"files": "_files", "folders": "_files -/", "commands": "_command_names -e"}


def function_of(value):
    """Returns the commands that complete one value."""
    lines = []
    whole = [word for word in value.words if not word.endswith(":")]
    begun = [word for word in value.words if word.endswith(":")]
    if value.many:
        return [f"_values -s , {shlex.quote(value.text)} {' '.join(map(shlex.quote, whole))}"] if whole else ["_files"]
    if whole:
        lines.append(f"compadd -- {' '.join(map(shlex.quote, whole))}")
    if begun:
        lines.append(f"compadd -S '' -- {' '.join(map(shlex.quote, begun))}")
    if value.others:
        lines.append("compset -P '*:'" if begun and value.others == "files" else ":")
        lines.append(OTHERS[value.others])
    return lines or ["_message " + shlex.quote(value.text)]


class Values:
    """The functions for the kinds of values, one for each kind."""

    def __init__(self, kinds):
        self._kinds, self._names = kinds, {}

    def name(self, text):
        return self._names.setdefault(text, f"_topomorph_value_{len(self._names)}")

    def functions(self):
        for text, name in self._names.items():
            yield f"{name}() {{ # {text}"
            yield from ("  " + line for line in function_of(Value(text, self._kinds)) if line != ":")
            yield "}"


def quoted(text):
    """Escapes a text for the brackets and colons of a specification."""
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def specifications(verb, values):
    for option in verb["options"]:
        text = f"[{quoted(first_sentence(option['help']))}]"
        action = f":{quoted(option['value'])}:{values.name(option['value'])}" if option["value"] else ""
        star = "*" if option["values"] > 2 else ""
        for name in option["names"]:
            yield shlex.quote(star + name + text + action * (2 if option["values"] == 2 else 1))
        if option["positional"]:
            yield shlex.quote(f":{quoted(option['positional'])}:{values.name(option['value'])}")
    if verb["starts_program"]:
        yield "'(-)1:command:_command_names -e'"
        yield "'*::arguments:_normal'"


def script(described):
    values = Values(described["kinds"])
    lines = ["#compdef topomorph", "# Completion of topomorph for zsh; made from its table of options when it was built.", ""]
    body = ["_topomorph() {", "  local -a verbs", "  verbs=("]
    body += ["    " + shlex.quote(f"{verb['name']}:{quoted(first_sentence(verb['summary']))}") for verb in described["verbs"]]
    body += ["  )", "  if (( CURRENT == 2 )); then", "    _describe verb verbs",
             "    compadd -- " + " ".join(name for option in described["options"] for name in option["names"]), "    return", "  fi",
             "  local verb=$words[2]", "  shift words; (( --CURRENT ))", "  case $verb in"]
    for verb in described["verbs"]:
        body.append(f"    {verb['name']}) _arguments -s -S \\")
        body.append(" \\\n".join("      " + each for each in specifications(verb, values)) + " ;;")
    body += ["  esac", "}", "", '_topomorph "$@"']
    return "\n".join([*lines, *values.functions(), "", *body]) + "\n"
