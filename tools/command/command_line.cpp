// Finds the verb, parses its options, and formats the help.
#include "tools/command/command_line.h"

#include <algorithm>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/settings/settings.h"
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

bool has_value_in_it(std::string_view word) {
  return word.starts_with("--") ? word.find('=') != std::string_view::npos : word.size() > 2;
}

/// Whether a word is what switches accept as a value. Other words for yes and no are names of programs ("true").
bool is_switch_value(std::string_view word) { return settings::expected(settings::Type::Flag, "", word) == nullptr; }

/// Whether the option's value is the word behind `words[i]`. A switch needs none, so the word there may be the program.
bool takes_next(const CLI::Option& option, std::span<char*> words, std::size_t i) {
  if (has_value_in_it(words[i])) return false;
  return takes_value(option) || (is_switch(option) && i + 1 < words.size() && is_switch_value(words[i + 1]));
}

/// Returns the index of the first word that is neither an option of `app` nor its value, or of the word after "--".
std::size_t find_command(CLI::App& app, std::span<char*> words) {
  std::size_t i = 0;
  while (i < words.size() && words[i][0] == '-' && words[i][1] != '\0') {
    const std::string_view word = words[i];
    if (word == "--") return i;
    const CLI::Option* option = option_of(app, word);
    i += option != nullptr && takes_next(*option, words, i) ? 2 : 1;
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
    if (takes_next(*option, words, i) && i + 1 < words.size()) kept.push_back(words[++i]);
  }
  return kept;
}

/// Refuses "--quiet=perhaps", which CLI11 would explain in its own words, and "--quiet=2", which it would accept.
void check_switch(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos || is_switch_value(word.substr(equals + 1))) return;
  throw InputError(fmt::format("{}: found '{}', expected 1 or 0", word.substr(0, equals), word.substr(equals + 1)));
}

/// Returns the options of `app` and their values in reverse order, as CLI11 expects. Makes "--quiet=0" of a switch with
/// its value behind it: CLI11 would take the value for the program.
std::vector<std::string> reversed(CLI::App& app, std::span<char*> words) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    list.emplace_back(words[i]);
    const CLI::Option* option = words[i][0] == '-' ? option_of(app, words[i]) : nullptr;
    if (option == nullptr) continue;
    const bool next = takes_next(*option, words, i) && i + 1 < words.size();
    if (is_switch(*option)) {
      if (next) list.back().append("=").append(words[++i]);
      check_switch(list.back());
    } else if (next) {
      list.emplace_back(words[++i]);
    }
  }
  std::reverse(list.begin(), list.end());
  return list;
}

/// Whether a command line is one of this verb.
bool begins_with(std::span<char*> words, const Verb& verb) {
  return !words.empty() && std::string_view(words[0]) == verb.name;
}

/// Moves the program to start, with its arguments, to `command`. Returns the other words in reverse order.
std::vector<std::string> cut(std::span<char*> words, std::span<const CommandLine::Declared> declared,
                             std::vector<char*>& command) {
  const auto named = std::find_if(declared.begin(), declared.end(),
                                  [&](const CommandLine::Declared& each) { return begins_with(words, *each.verb); });
  if (named == declared.end()) return {words.rbegin(), words.rend()};
  CLI::App* const app = named->app;
  std::span<char*> options = words.subspan(1);
  std::vector<char*> kept;
  if (named->verb->starts_program) {
    const std::size_t end = find_command(*app, options);
    const bool dashes = end < options.size() && std::string_view(options[end]) == "--";
    const auto program = options.subspan(end + (dashes ? 1 : 0));
    std::copy(program.begin(), program.end(), command.begin());
    options = options.first(end);
  } else if (named->verb->ignores_arguments) {
    kept = without_arguments(*app, options);
    options = kept;
  }
  std::vector<std::string> list = reversed(*app, options);
  list.emplace_back(words[0]);
  return list;
}

void add_version(CLI::App& app) {
  app.set_version_flag("--version", "topomorph " TOPOMORPH_VERSION, "Print the version and exit");
}

void check_verb(std::span<char*> words) {
  if (words.empty() || words[0][0] == '-') return;
  std::vector<std::string_view> known;
  for (const Verb& verb : verbs()) {
    if (begins_with(words, verb)) return;
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
  const auto is_named = [&](const Verb& verb) { return begins_with(words, verb); };
  const bool names_one = std::ranges::any_of(verbs(), is_named);
  for (const Verb& verb : verbs()) {
    if (names_one && !is_named(verb)) continue;  // each process of a job parses a command line: 4 million instructions
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
