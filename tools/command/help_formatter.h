// The format of the help.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace topomorph::command {

/// CLI11's help with four changes: examples first, a usage line with everything after the options, option names as
/// people type them, and the default of every option that takes a value.
class HelpFormatter : public CLI::Formatter {
 public:
  /// `first` begins the help, `usage` follows the name of the verb.
  HelpFormatter(std::string first, const char* usage) : first_(std::move(first)), usage_(usage) {}

  std::string make_description(const CLI::App* app) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;

 private:
  std::string first_;
  const char* usage_;
};

/// Returns the help of an option with its default, or with "required". Flags with an opposite have the default on or
/// off. A help with "default:" in it stays as it is.
std::string help_with_default(const CLI::Option& option);

/// Whether an option has the opposite --no-NAME.
bool is_switch(const CLI::Option& option);

}  // namespace topomorph::command
