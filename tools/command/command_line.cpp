// Finds the verb, parses its options, and formats the help.
#include "tools/command/command_line.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "core/base/error.h"
#include "core/base/text.h"
#include "tools/output/message.h"

namespace topomorph::command {

namespace {

constexpr std::string_view kNo = "no-";

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// Returns the default of an option. CLI11 needs "[a,b]" for a default list, of which this makes "a,b".
std::string default_of(const CLI::Option& option) {
  std::string text = option.get_default_str();
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
  return text.empty() ? "none" : text;
}

bool says_its_default(const std::string& help) { return help.find("default:") != std::string::npos; }

/// Whether an option has the opposite --no-NAME.
bool is_switch(const CLI::Option& option) {
  const auto& names = option.get_lnames();
  return !takes_value(option) &&
         std::any_of(names.begin(), names.end(), [](const std::string& name) { return name.starts_with(kNo); }) &&
         names.size() > 1;
}

/// Returns the help of an option with its default, or with "required". Flags with an opposite have the default on or
/// off. A help with "default:" in it stays as it is.
std::string help_with_default(const CLI::Option& option) {
  const std::string& help = option.get_description();
  if (takes_value(option) && option.get_required()) return help + " (required)";
  const bool has_default = takes_value(option) || is_switch(option);
  return !has_default || says_its_default(help) ? help : help + " (default: " + default_of(option) + ")";
}

/// CLI11's help with four changes: examples first, a usage line with everything after the options, option names as
/// people type them, and the default of every option that takes a value.
class HelpFormatter : public CLI::Formatter {
 public:
  /// `first` begins the help, `usage` follows the name of the verb.
  HelpFormatter(std::string first, const char* usage) : first_(std::move(first)), usage_(usage) {}

  std::string make_description(const CLI::App* app) const override {
    return first_ + "\n" + app->get_description() + "\n";
  }
  std::string make_usage(const CLI::App*, std::string name) const override {
    return "Usage: " + name + " " + usage_ + "\n";
  }
  /// Returns "-o, --output" or "--quiet, --no-quiet".
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    if (is_positional) return option->get_name(true);
    std::string names;
    for (const std::string& name : option->get_snames()) names += (names.empty() ? "-" : ", -") + name;
    for (const std::string& name : option->get_lnames()) names += (names.empty() ? "--" : ", --") + name;
    return names;
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    if (!takes_value(*option)) return "";
    std::string value = option->get_type_name();
    if (option->get_positional() && value == option->get_name(true)) value.clear();
    const std::string text = value.empty() ? "" : " " + value;
    const bool is_list = option->get_expected_max() == CLI::detail::expected_max_vector_size;
    return is_list ? text + " ..." : text;
  }
  std::string make_option_desc(const CLI::Option* option) const override { return help_with_default(*option); }

 private:
  std::string first_;
  const char* usage_;
};

/// Returns the option of `app` that a word names by its full name ("--name", "--name=value") or its letter; else null.
const CLI::Option* option_of(CLI::App& app, std::string_view word) {
  const auto name = word.starts_with("--") ? word.substr(0, word.find('=')) : word.substr(0, 2);
  return app.get_option_no_throw(std::string(name));
}

/// Whether the option's value is the next word.
bool takes_next(const CLI::Option& option, std::string_view word) {
  const bool has_value_in_it = word.starts_with("--") ? word.find('=') != std::string_view::npos : word.size() > 2;
  return takes_value(option) && !has_value_in_it;
}

/// Returns the index of the first word that is neither an option of `app` nor its value, or of the word after "--".
std::size_t find_command(CLI::App& app, std::span<char*> words) {
  std::size_t i = 0;
  while (i < words.size() && words[i][0] == '-' && words[i][1] != '\0') {
    const std::string_view word = words[i];
    if (word == "--") return i;
    const CLI::Option* option = option_of(app, word);
    i += option != nullptr && takes_next(*option, word) ? 2 : 1;
  }
  return std::min(i, words.size());
}

/// Reduces a command after the verb to its program, and keeps the options of `app` in front of it and behind it.
std::vector<char*> without_arguments(CLI::App& app, std::span<char*> words) {
  std::size_t end = find_command(app, words);
  const bool dashes = end < words.size() && std::string_view(words[end]) == "--";
  end = std::min(words.size(), end + (dashes ? 2 : 1));
  std::vector<char*> kept(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(end));
  for (std::size_t i = end; !dashes && i < words.size() && std::string_view(words[i]) != "--"; ++i) {
    const CLI::Option* option = words[i][0] == '-' ? option_of(app, words[i]) : nullptr;
    if (option == nullptr) continue;
    kept.push_back(words[i]);
    if (takes_next(*option, words[i]) && i + 1 < words.size()) kept.push_back(words[++i]);
  }
  return kept;
}

/// Moves the program to start, with its arguments, to `command`. Returns the other words in reverse order, as CLI11
/// expects.
std::vector<std::string> cut(std::span<char*> words, std::span<const CommandLine::Declared> declared,
                             std::vector<char*>& command) {
  std::size_t end = words.size();
  for (const CommandLine::Declared& each : declared) {
    if (words.empty() || std::string_view(words[0]) != each.verb->name) continue;
    if (each.verb->starts_program) end = 1 + find_command(*each.app, words.subspan(1));
    if (each.verb->ignores_arguments) {
      const std::vector<char*> kept = without_arguments(*each.app, words.subspan(1));
      std::vector<std::string> reversed(kept.rbegin(), kept.rend());
      reversed.emplace_back(words[0]);
      return reversed;
    }
  }
  const bool dashes = end < words.size() && std::string_view(words[end]) == "--";
  std::copy(words.begin() + static_cast<std::ptrdiff_t>(end + (dashes ? 1 : 0)), words.end(), command.begin());
  const auto options = words.first(end);
  return {options.rbegin(), options.rend()};
}

void add_version(CLI::App& app) {
  app.set_version_flag("--version", "topomorph " TOPOMORPH_VERSION, "Print the version and exit");
}

void check_verb(std::span<char*> words) {
  if (words.empty() || words[0][0] == '-') return;
  std::vector<std::string_view> known;
  for (const Verb& verb : verbs()) {
    if (std::string_view(words[0]) == verb.name) return;
    known.emplace_back(verb.name);
  }
  const std::string_view meant = nearest_word(words[0], known);
  throw InputError("unknown verb '" + std::string(words[0]) + "': expected " +
                   (meant.empty() ? "one of " + listed(verbs(), &Verb::name) : std::string(meant)));
}

}  // namespace

CommandLine::CommandLine(std::span<char*> words)
    : words_(words),
      command_(words.size() + 1, nullptr),
      app_("TopoMorph: measures the communication of an MPI program and reorders its ranks to fit the machine.",
           "topomorph") {
  add_version(app_);
  app_.require_subcommand(1);
  app_.formatter(
      std::make_shared<HelpFormatter>(kFirstLines, "VERB ...   (topomorph VERB --help, man topomorph-VERB)"));
  for (const Verb& verb : verbs()) {
    CLI::App* sub = app_.add_subcommand(verb.name, verb.summary);
    add_version(*sub);
    sub->formatter(std::make_shared<HelpFormatter>(std::string("Example: ") + verb.example + "\n", verb.usage));
    declared_.push_back({&verb, sub, verb.declare(*sub, command_.data())});
  }
}

Action CommandLine::parse() {
  check_verb(words_);
  app_.parse(cut(words_, declared_, command_));
  for (const Declared& each : declared_) {
    if (each.app->parsed()) return each.action;
  }
  return [] { return output::kBadInput; };
}

int CommandLine::explain(const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app_.exit(error);  // --help
  std::string verb;
  for (const Declared& each : declared_) {
    if (each.app->parsed()) verb = std::string(each.verb->name) + ": ";
  }
  std::string text = error.what();
  std::replace(text.begin(), text.end(), '\n', ' ');
  output::message_of_usage(verb + text + " (topomorph " + (verb.empty() ? "" : verb.substr(0, verb.size() - 2) + " ") +
                           "--help)");
  return output::kBadInput;
}

}  // namespace topomorph::command
