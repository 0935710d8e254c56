// topomorph convert: an affinity from one file format to another.
#include <memory>

#include <fmt/format.h>

#include "core/affinity/affinity.h"
#include "tools/topomorph/verb.h"

namespace topomorph::cli {

namespace {

std::string list_formats() {
  std::string list = "Formats by ending:";
  for (const AffinityFormat& format : affinity_formats()) {
    list +=
        fmt::format("\n  {:<9} {}{}", format.ending, format.description, format.write == nullptr ? " (in only)" : "");
  }
  return list;
}

}  // namespace

Action declare_convert(CLI::App& app, char**) {
  struct Options {
    std::string in, out;
  };
  auto options = std::make_shared<Options>();
  app.add_option("IN", options->in, "file to read")->required();
  app.add_option("OUT", options->out, "file to write")->required();
  app.footer(list_formats());
  return [options] {
    write_affinity(read_affinity(options->in), options->out);
    return 0;
  };
}

}  // namespace topomorph::cli
