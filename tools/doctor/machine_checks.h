// Checks of the machine, and the limits of the control group of this process (cgroup v2, in the kernel's
// admin-guide/cgroup-v2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tools/doctor/checks.h"

namespace topomorph::doctor {

/// The narrowest limits of the group and of those around it; nothing: no limit or no file.
struct ControlGroup {
  std::optional<std::uint64_t> memory;  ///< bytes
  std::uint64_t memory_taken = 0;       ///< bytes in use in the group with that limit
  std::optional<double> cpus;           ///< CPU time divided by time
};

/// Reads the limits. `own` is /proc/self/cgroup, `mount` the mount of the file system. Skips files that do not have the
/// kernel's format.
ControlGroup read_control_group(const std::string& mount, const std::string& own);

Finding check_topology(Surroundings& surroundings);
Finding check_network(Surroundings& surroundings);
Finding check_binding(Surroundings& surroundings);
Finding check_limits(Surroundings& surroundings);

}  // namespace topomorph::doctor
