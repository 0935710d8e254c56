// Reads the difference between the machine files of two hosts (hwloc-diff, hwloc-compress-dir).
#pragma once

#include <memory>
#include <string>

#include "core/topology/sources/hwloc/machine.h"

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
  void set_base(const std::string& name);
  void translate_from_hwloc_1();

  std::string path_, base_;
  std::unique_ptr<hwloc_topology_diff_u, Destroy> first_;
};

/// Returns the whole file that this difference refers to, which has the same cores, caches and packages. Throws
/// InputError if the difference does not apply to it.
std::string base_of_difference(const std::string& path);

}  // namespace topomorph::topology
