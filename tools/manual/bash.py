"""Writes the completion for bash 4 and later, which needs no other package."""
import shlex

from values import Value

BODY = r"""
_topomorph_names() { # -f, -d or -c: adds names of files, folders or commands. Any user may have given them, so bash must quote them
  local name
  compopt -o filenames 2>/dev/null
  while IFS= read -r name; do [[ -n $name ]] && COMPREPLY+=("$name"); done < <(compgen "$1" -- "$cur")
}

_topomorph_complete() { # WORDS OTHERS: completes the word typed so far
  local word
  while IFS= read -r word; do [[ -n $word ]] && COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$cur")
  case $2 in
    files) _topomorph_names -f ;;
    folders) _topomorph_names -d ;;
    commands) _topomorph_names -c; _topomorph_names -f ;;
  esac
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null
}

_topomorph() {
  local cur=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} option="" given="" words others values at
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _topomorph_complete "$_topomorph_verbs" ""
    return
  fi
  # Finds what precedes the word: the option whose value it is, or the command to which it belongs.
  for ((at = 2; at < COMP_CWORD; ++at)); do
    given=${COMP_WORDS[at]}
    if [[ -n $option ]]; then
      [[ $given == "=" || $given == : || ${COMP_WORDS[at + 1]} == : || ${COMP_WORDS[at - 1]} == : ]] && continue
      ((--values > 0)) || option=""
    elif [[ $given == -* ]]; then
      _topomorph_option "$verb" "$given" && ((values > 0)) && option=$given
    elif [[ $_topomorph_starting == *" $verb "* ]]; then
      if declare -F _command_offset >/dev/null; then _command_offset "$at"; else _topomorph_complete "" files; fi
      return
    fi
  done
  [[ $cur == "=" || $cur == : ]] && cur=""
  if [[ -n $option ]]; then
    _topomorph_option "$verb" "$option"
    [[ ${COMP_WORDS[COMP_CWORD - 1]} == : || ${COMP_WORDS[COMP_CWORD]} == : ]] && words="" # after a prefix: a file
    _topomorph_complete "$words" "$others"
  elif [[ $cur == -* ]]; then
    _topomorph_complete "$(_topomorph_options "$verb")" ""
  else
    _topomorph_option "$verb" "" && _topomorph_complete "$words" "$others"
  fi
}

complete -F _topomorph topomorph
"""

def option_row(verb, option, kinds):
    """Returns a branch that sets the possible values of an option."""
    value = Value(option["value"], kinds)
    words = shlex.quote(" ".join(value.words))
    patterns = "|".join(f"{verb}:{name}" for name in option["names"] or [""])
    return f"    {patterns}) values={option['values'] if option['value'] else 0} words={words} others={value.others} ;;"


def rows(described):
    for verb in described["verbs"]:
        positional = [each for each in verb["options"] if each["positional"]]
        for option in [each for each in verb["options"] if each["names"]] + positional[:1]:
            yield option_row(verb["name"], option, described["kinds"])
        if verb["starts_program"]:
            yield f"    {verb['name']}:) values=1 words='' others=commands ;;"


def script(described):
    verbs = [verb["name"] for verb in described["verbs"]]
    top = [name for option in described["options"] for name in option["names"]]
    starting = [verb["name"] for verb in described["verbs"] if verb["starts_program"]]
    lines = ["# Completion of topomorph for bash; made from its table of options when it was built.",
             f"_topomorph_verbs={shlex.quote(' '.join(verbs + top))}",
             f"_topomorph_starting={shlex.quote(' ' + ' '.join(starting) + ' ')}",
             "", "_topomorph_options() { # VERB", "  case $1 in"]
    for verb in described["verbs"]:
        names = [name for option in verb["options"] for name in option["names"]]
        lines.append(f"    {verb['name']}) echo {shlex.quote(' '.join(names))} ;;")
    lines += ["  esac", "}", "", "_topomorph_option() { # VERB OPTION: number of its values, their words, what else they are",
              "  values=0 words='' others=''", "  case $1:$2 in", *rows(described), "    *) return 1 ;;", "  esac", "}"]
    return "\n".join(lines) + "\n" + BODY
