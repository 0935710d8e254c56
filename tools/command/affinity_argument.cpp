// The affinity of a command line: a file of any format, the pattern of a grid, or the messages of a trace.
#include "tools/command/affinity_argument.h"

#include "core/formats/affinity_file.h"
#include "core/replay/affinity.h"
#include "tools/command/options.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

namespace {

constexpr double kAnySpeed = 1e9;  // of processors: seconds of computing are no messages

}  // namespace

Affinity affinity_from(const std::string& file) {
  return output::with_progress("reading " + file, [&] {
    return is_time_independent(file) ? replay::affinity_of(read_traces({file}, kAnySpeed))
                                     : formats::read_affinity(file);
  });
}

bool tells_messages(const std::string& file) { return is_time_independent(file) || formats::tells_messages(file); }

}  // namespace topomorph::command
