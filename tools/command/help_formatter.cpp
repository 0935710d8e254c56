// Formats the help of the command line.
#include "tools/command/help_formatter.h"

#include <algorithm>

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

}  // namespace

bool is_switch(const CLI::Option& option) {
  const auto& names = option.get_lnames();
  return !takes_value(option) &&
         std::any_of(names.begin(), names.end(), [](const std::string& name) { return name.starts_with(kNo); }) &&
         names.size() > 1;
}

std::string help_with_default(const CLI::Option& option) {
  const std::string& help = option.get_description();
  if (takes_value(option) && option.get_required()) return help + " (required)";
  const bool has_default = takes_value(option) || is_switch(option);
  return !has_default || says_its_default(help) ? help : help + " (default: " + default_of(option) + ")";
}

std::string HelpFormatter::make_description(const CLI::App* app) const {
  return first_ + "\n" + app->get_description() + "\n";
}

std::string HelpFormatter::make_usage(const CLI::App*, std::string name) const {
  return "Usage: " + name + " " + usage_ + "\n";
}

/// Returns "-o, --output" or "--quiet, --no-quiet".
std::string HelpFormatter::make_option_name(const CLI::Option* option, bool is_positional) const {
  if (is_positional) return option->get_name(true);
  std::string names;
  for (const std::string& name : option->get_snames()) names += (names.empty() ? "-" : ", -") + name;
  for (const std::string& name : option->get_lnames()) names += (names.empty() ? "--" : ", --") + name;
  return names;
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  if (!takes_value(*option)) return "";
  std::string value = option->get_type_name();
  if (option->get_positional() && value == option->get_name(true)) value.clear();
  const std::string text = value.empty() ? "" : " " + value;
  const bool is_list = option->get_expected_max() == CLI::detail::expected_max_vector_size;
  return is_list ? text + " ..." : text;
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const { return help_with_default(*option); }

}  // namespace topomorph::command
