// What the control group of this process may use (cgroup v2, as in the kernel's admin-guide/cgroup-v2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace topomorph::cli::doctor {

/// The narrowest limits of the group and those around it; without: no limit, or no such file.
struct ControlGroup {
  std::optional<std::uint64_t> memory;  ///< bytes
  std::uint64_t memory_taken = 0;       ///< in the group that has that limit
  std::optional<double> cpus;           ///< CPU time over time
};

/// `own` is /proc/self/cgroup, `mount` where the file system is. Files that say something else than the kernel's are
/// passed over.
ControlGroup read_control_group(const std::string& mount, const std::string& own);

}  // namespace topomorph::cli::doctor
