// Finds the script in the command line of an interpreter.
#include "core/base/interpreters.h"

#include "core/base/file_name.h"

namespace topomorph::inline base {

namespace {

std::string_view take_word(std::string_view& rest) {
  const std::string_view word = rest.substr(0, rest.find('\0'));
  rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  return word;
}

bool is_option(std::string_view word) { return word.size() > 1 && word.front() == '-'; }

/// Whether short options, of which several may be in one word, have one of these letters at their end.
bool ends_in(std::string_view word, std::string_view letters) {
  return is_option(word) && !word.starts_with("--") && letters.find(word.back()) != letters.npos;
}

}  // namespace

const Interpreter* interpreter_named(std::string_view path) {
  std::string_view name = file_name(path);
  name = name.substr(0, name.find_last_not_of("0123456789.-") + 1);
  const auto* const found = std::ranges::find(kInterpreters, name, &Interpreter::name);
  return found == std::end(kInterpreters) ? nullptr : found;
}

std::string_view script_in(std::string_view command_line, const Interpreter& interpreter) {
  take_word(command_line);
  while (!command_line.empty()) {
    const std::string_view word = take_word(command_line);
    if (!is_option(word)) return word;
    if (ends_in(word, interpreter.code)) return {};
    if (ends_in(word, interpreter.values)) take_word(command_line);
    if (!ends_in(word, interpreter.modules)) continue;
    const std::string_view module = take_word(command_line);
    if (!module.starts_with("mpi4py")) return module;
  }
  return {};
}

}  // namespace topomorph::inline base
