// topomorph convert: converts an affinity, or a trace, from one file format to another.
#include <memory>
#include <numeric>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/formats/affinity_file.h"
#include "core/model/affinity.h"
#include "core/replay/time_independent/writer.h"
#include "tools/command/input_files.h"
#include "tools/command/options.h"
#include "tools/command/verbs.h"
#include "tools/output/message.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

namespace {

std::string list_formats() {
  std::string list = "Formats by ending:";
  for (const formats::AffinityFormat& format : formats::affinity_formats()) {
    list +=
        fmt::format("\n  {:<9} {}{}", format.ending, format.description, format.write == nullptr ? " (in only)" : "");
  }
  return list +
         "\n  .trace    SimGrid's time-independent trace: out of the trace of a profile; in, the messages of a trace"
         "\n  .otf2     archive of the Open Trace Format 2, as Score-P and TAU write it: its trace, or the messages "
         "(in only)"
         "\n  .prv      trace of Paraver, as Extrae writes it: its trace, or the messages (in only)"
         "\n  .ipm.xml  report of IPM: its sends (in only)";
}

struct ConvertOptions {
  std::string in, out, flops = "1e9";
};

void convert_trace(const ConvertOptions& options, double flops) {
  if (!is_profile(options.in) && !is_recording(options.in)) {
    throw InputError(options.in, 0, "has no trace: expected a profile (.tmprof) or a trace (.trace, .otf2, .prv)");
  }
  const trace::Trace trace =
      output::with_progress("reading " + options.in, [&] { return read_traces({options.in}, flops); });
  output::with_progress("writing " + options.out, [&] { replay::write_time_independent(trace, flops, options.out); });
}

void convert_affinity(const ConvertOptions& options) {
  const Affinity affinity = affinity_from(options.in);
  for (const GroupTraffic& group : affinity.groups()) {
    output::message(fmt::format(
        "left out: collectives of {} ranks with each other, {}: they have too many pairs", group.members.size(),
        volume_text(std::accumulate(group.bytes.begin(), group.bytes.end(), std::uint64_t{0}))));
  }
  output::with_progress("writing " + options.out, [&] { formats::write_affinity(affinity, options.out); });
}

}  // namespace

Action declare_convert(CLI::App& app, char**) {
  auto options = std::make_shared<ConvertOptions>();
  app.add_option("IN", options->in, "file to read")->required()->type_name("AFFINITY");
  app.add_option("OUT", options->out, "file to write")->required()->type_name("FILE");
  add_flops(app, options->flops);
  app.footer(list_formats());
  return [options] {
    const double flops = flops_from(options->flops);
    is_time_independent(options->out) ? convert_trace(*options, flops) : convert_affinity(*options);
    return output::kDone;
  };
}

}  // namespace topomorph::command
