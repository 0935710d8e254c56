// How the help of the command line looks.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace topomorph::cli {

/// CLI11's help, but with what is typed most often first, a usage line that says what comes after the options, names
/// as people write them, and the default of every option that takes a value, in words.
class HelpFormatter : public CLI::Formatter {
 public:
  /// `first` comes before all else, `usage` behind the verb's name.
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

/// An option's help, with its default (of a flag that can be switched off, too: on or off) behind it, or that it is
/// required. A help that says "default:" itself is left as it is.
std::string help_with_default(const CLI::Option& option);

/// For an option that may also be left out with --no-NAME.
bool is_switch(const CLI::Option& option);

}  // namespace topomorph::cli
