// Tells the versions of Open MPI apart.
#include "plugin/runtime/open_mpi/version.h"

#include <cstring>

#include "plugin/runtime/resolve.h"

namespace topomorph::runtime::open_mpi {
namespace {

/// Beginnings of the versions whose conformance tests (tests/plugin) have passed.
constexpr const char* kChecked[] = {"Open MPI v4.1.", "Open MPI v5.0."};

}  // namespace

bool internals_are_known_of(const char* version) {
  for (const char* checked : kChecked) {
    if (std::strncmp(version, checked, std::strlen(checked)) == 0) return true;
  }
  return false;
}

bool monitoring_components_are_separate() { return find_function("mca_common_monitoring_init") == nullptr; }

}  // namespace topomorph::runtime::open_mpi
