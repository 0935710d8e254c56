// What differs between the machine files of two hosts (hwloc-diff, hwloc-compress-dir; netloc's folders are full of
// them).
#pragma once

#include <memory>
#include <string>

#include "core/topology/sources/hwloc/machine.h"

union hwloc_topology_diff_u;

namespace topomorph::topology {

/// A file HOST.diff.xml. It changes names, properties and sizes of memory; never objects: what both hosts have of
/// cores, caches and packages is the same.
class MachineDifference {
 public:
  /// Throws InputError.
  explicit MachineDifference(const std::string& path);

  /// The file of the host that it is a difference from, in the same folder.
  const std::string& base() const { return base_; }
  /// Throws InputError where it is not one from this machine, which must have come from Machine::for_differences().
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

/// The file that this one is a difference from, which has the same cores, caches and packages. Throws InputError where
/// it is not.
std::string base_of_difference(const std::string& path);

}  // namespace topomorph::topology
