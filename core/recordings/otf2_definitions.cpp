// What an archive of the Open Trace Format 2 defines: clock, processes, communicators, and which regions are MPI's.
#include "core/recordings/otf2_definitions.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/trace/trace.h"

namespace topomorph::recordings {

void Otf2Definitions::fail(const std::string& message) const { throw InputError(anchor_, 0, message); }

void Otf2Definitions::finish() {
  for (const auto& [number, group] : groups) {
    if (group.is_locations) locations_ = group.members;
  }
  if (locations_.empty()) fail("has no processes of MPI: expected the recording of an MPI program");
  if (locations_.size() > trace::kMaxProcesses) {
    fail(fmt::format("has {} processes, expected at most {}", locations_.size(), trace::kMaxProcesses));
  }
}

const Otf2Definitions::Communicator& Otf2Definitions::communicator(std::uint32_t number) const {
  const auto found = communicators.find(number);
  if (found == communicators.end()) fail(fmt::format("uses communicator {}, which it does not define", number));
  return found->second;
}

bool Otf2Definitions::is_intercommunicator(std::uint32_t number) const {
  return communicator(number).other.has_value();
}

Members Otf2Definitions::members_of_group(std::uint32_t number, std::uint32_t process) const {
  const auto found = groups.find(number);
  if (found == groups.end()) fail(fmt::format("uses group {}, which it does not define", number));
  const Group& group = found->second;
  if (group.is_self) return {process};
  if (group.is_locations) return successive<std::uint32_t>(locations_.size());
  Members members;
  for (const std::uint64_t member : group.members) {
    if (member >= locations_.size()) {
      fail(fmt::format("group {} has process {} of {}", number, member, locations_.size()));
    }
    members.push_back(static_cast<std::uint32_t>(member));
  }
  return members;
}

Members Otf2Definitions::members(std::uint32_t number, std::uint32_t process) const {
  const Communicator& that = communicator(number);
  Members first = members_of_group(that.group, process);
  const bool is_remote = that.other && std::ranges::find(first, process) != first.end();
  return is_remote ? members_of_group(*that.other, process) : first;
}

}  // namespace topomorph::recordings
