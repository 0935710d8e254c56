// Reads the machines of a cluster's hosts from a folder of hwloc files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/line_reader.h"
#include "core/topology/sources/hwloc/machine.h"

namespace topomorph::topology {

/// The machine of one host.
struct HostMachine {
  TreeTopology tree;                            ///< of the whole machine
  std::vector<std::vector<std::uint32_t>> pus;  ///< processing units of each slot, by the operating system's numbers
};

/// Files HOST.xml (lstopo) and HOST.diff.xml (hwloc-diff, a difference from another host's HOST.xml). HOST is the name
/// with or without the domain. Each base file is read once for all its differences.
class MachineFolder {
 public:
  explicit MachineFolder(std::string folder) : folder_(std::move(folder)) {}

  /// Returns nothing for a host without a usable file; an unusable file adds a warning.
  std::optional<HostMachine> find(const std::string& host);
  const Warnings& warnings() const { return warnings_; }
  const std::string& first_error() const { return first_error_; }  ///< empty: every file was usable

 private:
  /// A whole file that differences refer to: its machine, and the machine loaded for applying differences.
  struct Base {
    HostMachine machine;
    Machine for_differences;
  };

  std::string file_of(const std::string& host, const char* ending) const;
  const Base& base_of(const std::string& path);
  HostMachine by_difference(const std::string& path);

  std::string folder_;
  std::map<std::string, std::optional<Base>> bases_;  // by path; nothing: unusable
  Warnings warnings_;
  std::string first_error_;
};

}  // namespace topomorph::topology
