"""Writes topomorph(1) and a manual page for each verb, from the output of topomorph_describe."""
from roff import Page

STANDARD = (("NO_COLOR", "Where it is set and not empty, nothing is coloured, unless --color always asks for it."),
            ("TERM", "Where it is dumb, there is neither colour nor a line of progress."))


def sentence(text):
    """Returns a help text as a sentence."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!")) else text + "."


def brief(summary):
    """Returns the first sentence of a help text, for the section NAME."""
    first = summary.split(". ")[0].split(": ")[0].rstrip(".")
    return first[:1].lower() + first[1:]


def term(option):
    """Returns '-o, --output FILE', as the help has it."""
    names = ", ".join(option["names"]) or option["positional"]
    value = option["value"] if option["names"] else ""
    return f"{names} {value}".strip()


def meaning(option):
    text = sentence(option["help"])
    notes = []
    if option["required"]:
        notes.append("Must be given.")
    if option["initial"] and "default:" not in option["help"]:
        notes.append(f"Default: {option['initial']}.")
    return " ".join([text, *notes])


def add_options(page, options):
    page.heading("OPTIONS")
    for option in sorted(options, key=lambda each: not each["positional"]):
        page.item(term(option), meaning(option))


def add_statuses(page, described, starts_program):
    page.heading("EXIT STATUS")
    for row in described["statuses"]:
        if row["status"] < 100 or starts_program:
            page.item(str(row["status"]), row["meaning"])
    if starts_program:
        page.paragraph(described["program_status"])


def page_name(described, verb):
    return f"{described['name']}-{verb['name']}"


def verb_page(described, verb, date):
    name = page_name(described, verb)
    page = Page(name, 1, date, described["version"], "TopoMorph")
    page.name_line([name], brief(verb["summary"]))
    page.heading("SYNOPSIS")
    page.literal(f"{described['name']} {verb['name']} {verb['usage']}")
    page.heading("DESCRIPTION")
    page.paragraph(verb["summary"])
    add_options(page, verb["options"])
    if verb["footer"]:
        page.heading("FORMATS")
        page.literal(verb["footer"])
    add_statuses(page, described, verb["starts_program"])
    page.heading("EXAMPLE")
    page.literal(verb["example"])
    page.see_also([(described["name"], 1), *((page_name(described, each), 1) for each in described["verbs"] if each is not verb)])
    return page


def main_page(described, date, functions):
    page = Page(described["name"], 1, date, described["version"], "TopoMorph")
    page.name_line([described["name"]], described["summary"].split(": ")[1].rstrip("."))
    page.heading("SYNOPSIS")
    page.literal(f"{described['name']} VERB ...\n{described['name']} VERB --help\n{described['name']} --version")
    page.heading("DESCRIPTION")
    page.literal(described["first_lines"].rstrip("\n"))
    page.paragraph("Ranks of an MPI program that talk much to each other should be close to each other. TopoMorph measures who talks to "
                   "whom, knows the machine, and renumbers the ranks when the program starts. Results are on standard output, messages "
                   "and a line of progress, on terminals only, on standard error.")
    page.heading("VERBS")
    for verb in described["verbs"]:
        page.item(f"{verb['name']} {verb['usage']}", verb["summary"])
    add_options(page, described["options"])
    add_statuses(page, described, True)
    page.heading("ENVIRONMENT")
    for setting in described["settings"]:
        default = f" Default: {setting['initial']}." if setting["initial"] and "default:" not in setting["help"] else ""
        page.item(f"{setting['variable']}={setting['value'] or '0|1'}", sentence(setting["help"]) + default + f" Option: {setting['option']}.")
    for variable, text in STANDARD:
        page.item(variable, text)
    page.heading("FILES")
    page.item(described["site_file"], "What the administrator has set for all jobs of this host: lines NAME = VALUE, where NAME is that of an "
              "option above without the dashes. The environment comes before, unless the line begins with 'final'. Some settings are only here:")
    for setting in described["site_settings"]:
        page.item(f"{setting['name']} = {setting['value']}", sentence(setting["help"]))
    page.see_also([*((page_name(described, verb), 1) for verb in described["verbs"]), *((name, 3) for name in functions)])
    return page


def pages(described, date, functions):
    return [main_page(described, date, functions), *(verb_page(described, verb, date) for verb in described["verbs"])]
