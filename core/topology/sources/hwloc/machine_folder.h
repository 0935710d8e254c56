// Reads the machines of a cluster's hosts from a folder of hwloc files, some of which are differences from others.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/line_reader.h"
#include "core/topology/sources/hwloc/machine.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"

union hwloc_topology_diff_u;
namespace topomorph::topology {

/// A file HOST.diff.xml, common in netloc's folders. It changes names, properties and sizes of memory, never objects:
/// both hosts have the same cores, caches and packages.
class MachineDifference {
 public:
  explicit MachineDifference(const std::string& path);

  /// Returns the path of the whole file that it differs from, in the same folder.
  const std::string& base() const { return base_; }
  /// Checks that the difference applies to `base`, a machine from Machine::for_differences(). Throws InputError if it
  /// does not.
  void apply_to_copy_of(const Machine& base) const;

 private:
  struct Destroy {
    void operator()(hwloc_topology_diff_u* first) const;
  };
  void load(const std::string& xml);
  void set_base(const std::string& name);
  void translate_from_hwloc_1();
  int applied_to_copy_of(const Machine& base) const;  ///< 0, or minus the number of the entry that does not apply

  std::string path_, base_;
  std::unique_ptr<hwloc_topology_diff_u, Destroy> first_;
};

/// Returns the whole file that this difference refers to, which has the same cores, caches and packages. Throws
/// InputError if the difference does not apply to it.
std::string base_of_difference(const std::string& path);

/// The machine of one host.
struct HostMachine {
  TreeTopology tree;                            ///< of the whole machine
  std::vector<std::vector<std::uint32_t>> pus;  ///< processing units of each slot, by the operating system's numbers
};

/// Files HOST.xml (lstopo) and HOST.diff.xml (hwloc-diff, a difference from another host's HOST.xml). HOST is the name
/// with or without the domain. Each base file is read once for all its differences.
class MachineFolder {
 public:
  explicit MachineFolder(std::string folder, SlotKind kind = SlotKind::Core)
      : folder_(std::move(folder)), kind_(kind) {}

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
  SlotKind kind_;
  std::map<std::string, std::optional<Base>> bases_;  // by path; nothing: unusable
  Warnings warnings_;
  std::string first_error_;
};

}  // namespace topomorph::topology
