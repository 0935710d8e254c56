// Programs that start others in a container, where the files of this host may be missing.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace topomorph::inline base {

struct ContainerRuntime {
  std::string_view name;
  std::string_view verbs;  ///< the words that start a program in a container, divided by blanks; empty: any word
};

inline constexpr ContainerRuntime kContainerRuntimes[] = {
    {"apptainer", "exec run shell"},
    {"singularity", "exec run shell"},
    {"enroot", "start exec"},
    {"podman", "run exec"},
    {"docker", "run exec"},
    {"nerdctl", "run exec"},
    {"sarus", "run"},
    {"shifter", ""},
    {"ch-run", ""},
};

/// Returns nullptr for a name that is none's.
inline const ContainerRuntime* container_runtime(std::string_view name) {
  const auto* const found = std::ranges::find(kContainerRuntimes, name, &ContainerRuntime::name);
  return found == std::end(kContainerRuntimes) ? nullptr : found;
}

}  // namespace topomorph::inline base
