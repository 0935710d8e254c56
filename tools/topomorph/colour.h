// Colour on standard output: sparingly, and where somebody can see it.
#pragma once

#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace topomorph::cli {

/// --color auto|always|never of verbs that print in colour. Without it: on terminals, unless NO_COLOR is set and not
/// empty (no-color.org) or TERM is "dumb" or missing; not of a rank of a job, which may have a terminal of mpirun's
/// making whose other end is a file.
class Colours {
 public:
  void add_option(CLI::App& app);

  bool on() const;
  std::string good(std::string_view text) const { return painted(text, "32"); }
  std::string doubtful(std::string_view text) const { return painted(text, "33"); }
  std::string bad(std::string_view text) const { return painted(text, "1;31"); }
  std::string heading(std::string_view text) const { return painted(text, "1"); }

 private:
  std::string painted(std::string_view text, std::string_view code) const;

  std::string when_ = "auto";
};

/// The headings of a report, lines without indent that follow an empty one, as the terminal shows headings.
std::string with_headings(const std::string& text, const Colours& colours);

}  // namespace topomorph::cli
