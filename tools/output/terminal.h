// Terminals: whether lines can be overwritten, and colours on standard output.
#pragma once

#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace topomorph::output {

/// Whether the descriptor is a terminal that can overwrite lines: TERM is set and not "dumb".
bool is_able_terminal(int descriptor);

/// --color auto|always|never. "auto" paints on terminals, unless NO_COLOR is set and not empty (no-color.org), or TERM
/// is "dumb" or missing. It does not paint in a rank of a job: mpirun may give it a terminal whose other end is a file.
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

/// Paints the headings of a report: lines without indent after an empty line.
std::string with_headings(const std::string& text, const Colours& colours);

}  // namespace topomorph::output
