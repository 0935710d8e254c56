// Writes the frames that a process reports of itself.
#include "reorder/record.h"

#include <ctime>
#include <fstream>

#include "monitoring/monitor.h"
#include "monitoring/record.h"
#include "plugin/process/programs.h"
#include "plugin/runtime/real_mpi.h"
#include "reorder/agreement/agreement.h"
#include "reorder/budget.h"

namespace topomorph::reorder {
namespace {

std::string mpi_version() {
  char version[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  real::Get_library_version(version, &length);
  const std::string text(version);
  return text.substr(0, text.find_first_of(",\n"));  // "Open MPI v4.1.4", without the build host
}

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm utc = {};
  gmtime_r(&seconds, &utc);
  char text[32] = {};
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace

std::string command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

wire::Buffer meta_frame(const Identity& identity, wire::KeyValues more) {
  std::string arguments = command_line();
  const std::string program = arguments.substr(0, arguments.find('\0'));
  arguments.erase(0, program.size() + 1);
  for (char& c : arguments) {
    c = c == '\0' ? ' ' : c;
  }
  if (arguments.ends_with(' ')) {
    arguments.pop_back();
  }
  wire::Buffer frame;
  more.merge(wire::KeyValues{{"program", program},
                             {"arguments", arguments},
                             {"ranks", std::to_string(identity.ranks)},
                             {"mpi", mpi_version()},
                             {"date", now()},
                             {"agreement", std::string(agreement::means().text())},
                             {"programs", std::to_string(process::number_of_programs())},
                             {"collectives", monitoring::collectives_exact() ? "exact" : "model"}});
  wire::append_text(frame, wire::FrameType::Meta, wire::encode(more));
  return frame;
}

wire::Buffer process_record(const Identity& identity, const std::string& cpuset, const std::string& path) {
  const wire::Buffer counted = monitoring::record(most_pairs(identity.ranks));
  wire::Buffer record;
  wire::append_text(record, wire::FrameType::Process,
                    wire::encode({{"rank", std::to_string(identity.rank)},
                                  {"host", identity.host},
                                  {"cpuset", cpuset},
                                  {"path", path},
                                  {"summarised", monitoring::is_summarised() ? "1" : "0"},
                                  {"mpi_seconds", std::to_string(monitoring::mpi_seconds())}}));
  record.insert(record.end(), counted.begin(), counted.end());
  return record;
}

}  // namespace topomorph::reorder
