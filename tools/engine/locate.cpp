// The verb `locate`: where on this machine the processes of a host are bound.
#include "core/topology/sources/hwloc/locate.h"

#include "core/topology/sources/hwloc/machine.h"
#include "tools/engine/verbs.h"

namespace topomorph::engine {
namespace {

std::vector<std::string> read_cpusets(wire::FrameStream& in) {
  std::vector<std::string> cpusets;
  while (const auto frame = in.next()) {
    switch (frame->type) {
      case wire::FrameType::Cpusets:
        cpusets = wire::lines(wire::text(*frame));
        break;
      case wire::FrameType::End:
        return cpusets;
      default:
        throw InputError(std::string(wire::name(frame->type)) + " frame: expected Cpusets");
    }
  }
  throw InputError("locate request is cut: no End");
}

}  // namespace

wire::Buffer locate(wire::FrameStream& in) {
  const std::vector<std::string> cpusets = read_cpusets(in);
  std::string paths;
  for (const std::string& path : topology::locate_cpusets(topology::Machine::this_host(), cpusets)) {
    paths += path + "\n";
  }
  wire::Buffer answer;
  wire::append_text(answer, wire::FrameType::Paths, paths);
  return answer;
}

}  // namespace topomorph::engine
