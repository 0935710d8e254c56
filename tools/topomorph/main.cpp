// The command line: finds the verb, parses its options, turns errors into one line and an exit status.
#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/error.h"
#include "tools/topomorph/message.h"
#include "tools/topomorph/verb.h"

namespace topomorph::cli {

namespace {

/// First word of `words` that is not an option of `app` nor an option's value; the word after "--" if that comes first.
std::size_t find_command(CLI::App& app, std::span<char*> words) {
  std::size_t i = 0;
  while (i < words.size() && words[i][0] == '-' && words[i][1] != '\0') {
    const std::string_view word = words[i];
    if (word == "--") return i;
    const bool is_long = word.starts_with("--");
    const auto name = is_long ? word.substr(0, word.find('=')) : word.substr(0, 2);
    const CLI::Option* option = app.get_option_no_throw(std::string(name));
    const bool has_value = option != nullptr && option->get_items_expected_max() > 0;
    i += has_value && name == word ? 2 : 1;
  }
  return std::min(i, words.size());
}

struct Declared {
  const Verb* verb;
  CLI::App* app;
  Action action;
};

/// Moves the program to be started with its arguments to `command`, returns the rest, in reverse as CLI11 wants it.
std::vector<std::string> cut(std::span<char*> words, const std::vector<Declared>& declared,
                             std::vector<char*>& command) {
  std::size_t end = words.size();
  for (const Declared& each : declared) {
    if (!words.empty() && each.verb->starts_program && std::string_view(words[0]) == each.verb->name) {
      end = 1 + find_command(*each.app, words.subspan(1));
    }
  }
  const bool dashes = end < words.size() && std::string_view(words[end]) == "--";
  std::copy(words.begin() + static_cast<std::ptrdiff_t>(end + (dashes ? 1 : 0)), words.end(), command.begin());
  const auto options = words.first(end);
  return {options.rbegin(), options.rend()};
}

/// CLI11's help, but with an example first and a usage line that says what comes after the options.
class Formatter : public CLI::Formatter {
 public:
  Formatter(const char* example, const char* usage) : example_(example), usage_(usage) {}
  std::string make_description(const CLI::App* app) const override {
    return std::string("Example: ") + example_ + "\n\n" + app->get_description() + "\n";
  }
  std::string make_usage(const CLI::App*, std::string name) const override {
    return "Usage: " + name + " " + usage_ + "\n";
  }

 private:
  const char* example_;
  const char* usage_;
};

void check_verb(std::span<char*> words) {
  if (words.empty() || words[0][0] == '-') return;
  std::string names;
  for (const Verb& verb : verbs()) {
    if (std::string_view(words[0]) == verb.name) return;
    names += (names.empty() ? "" : ", ") + std::string(verb.name);
  }
  throw InputError("unknown verb '" + std::string(words[0]) + "': expected one of " + names);
}

int run(CLI::App& app, std::span<char*> words) {
  check_verb(words);
  app.set_version_flag("--version", "topomorph " TOPOMORPH_VERSION);
  app.require_subcommand(1);
  app.formatter(
      std::make_shared<Formatter>("mpirun -n 64 topomorph profile ./app", "VERB ...   (topomorph VERB --help)"));
  std::vector<char*> command(words.size() + 1, nullptr);
  std::vector<Declared> declared;
  for (const Verb& verb : verbs()) {
    CLI::App* sub = app.add_subcommand(verb.name, verb.summary);
    sub->formatter(std::make_shared<Formatter>(verb.example, verb.usage));
    declared.push_back({&verb, sub, verb.declare(*sub, command.data())});
  }
  try {
    app.parse(cut(words, declared, command));
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kBadInput;
  }
  for (const Declared& each : declared) {
    if (each.app->parsed()) return each.action();
  }
  return kBadInput;
}

}  // namespace

}  // namespace topomorph::cli

int main(int argc, char** argv) {
  using namespace topomorph;
  try {
    CLI::App app("TopoMorph: who talks to whom in an MPI program, and a rank order that fits the machine.",
                 "topomorph");
    return cli::run(app, {argv + 1, static_cast<std::size_t>(argc > 0 ? argc - 1 : 0)});
  } catch (const InputError& error) {
    cli::message(error.what());
    return cli::kBadInput;
  } catch (const std::bad_alloc&) {
    cli::message("not enough memory");
  } catch (const std::exception& error) {
    cli::message(error.what());
  }
  return cli::kFailed;
}
