// topomorph convert: converts an affinity from one file format to another.
#include <cstdio>
#include <memory>
#include <numeric>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/formats/affinity_file.h"
#include "core/model/affinity.h"
#include "tools/command/verbs.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

namespace {

std::string list_formats() {
  std::string list = "Formats by ending:";
  for (const formats::AffinityFormat& format : formats::affinity_formats()) {
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
  app.add_option("IN", options->in, "file to read")->required()->type_name("AFFINITY");
  app.add_option("OUT", options->out, "file to write")->required()->type_name("FILE");
  app.footer(list_formats());
  return [options] {
    const Affinity affinity = output::read_affinity_with_progress(options->in);
    for (const GroupTraffic& group : affinity.groups()) {
      fmt::print(stderr, "topomorph: left out: collectives of {} ranks with each other, {}: they have too many pairs\n",
                 group.members.size(),
                 volume_text(std::accumulate(group.bytes.begin(), group.bytes.end(), std::uint64_t{0})));
    }
    output::with_progress("writing " + options->out, [&] { formats::write_affinity(affinity, options->out); });
    return output::kDone;
  };
}

}  // namespace topomorph::command
