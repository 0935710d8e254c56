// The machines of a cluster's hosts, from a folder of hwloc's files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/warnings.h"
#include "core/topology/sources/hwloc/machine.h"

namespace topomorph::topology {

/// What matters of a host's machine.
struct HostMachine {
  TreeTopology tree;                            ///< of the whole machine
  std::vector<std::vector<std::uint32_t>> pus;  ///< of its slots, by the operating system's numbers
};

/// Files HOST.xml (lstopo's) and HOST.diff.xml (hwloc-diff's, a difference from another host's HOST.xml), the host's
/// name with or without its domain. Each file is read once, however many are differences from it.
class MachineFolder {
 public:
  explicit MachineFolder(std::string folder) : folder_(std::move(folder)) {}

  /// Nothing for a host that has no file, or one that cannot be used: that is a warning.
  std::optional<HostMachine> find(const std::string& host);
  const Warnings& warnings() const { return warnings_; }
  const std::string& first_error() const { return first_error_; }  ///< empty: every file could be used

 private:
  /// A host's own file, and what differences from it need: it is loaded once more at the first of them.
  struct Base {
    HostMachine machine;
    Machine for_differences;
  };

  std::string file_of(const std::string& host, const char* ending) const;
  const Base& base_of(const std::string& path);
  HostMachine by_difference(const std::string& path);

  std::string folder_;
  std::map<std::string, std::optional<Base>> bases_;  // by path; nothing: cannot be used
  Warnings warnings_;
  std::string first_error_;
};

}  // namespace topomorph::topology
