// Reads the version that Open MPI says it has.
#include "plugin/implementation/open_mpi/version.h"

#include <atomic>
#include <cstring>

#include <mpi.h>

#include "plugin/implementation/implementation.h"
#include "plugin/interception/resolve.h"
#include "real_mpi.h"

namespace topomorph::implementation {
namespace open_mpi {
namespace {

/// Whose conformance tests (tests/plugin) have passed with what stands in front of the internals.
constexpr const char* kChecked[] = {"Open MPI v4.1.", "Open MPI v5.0."};

bool ask() {
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  return real::Get_library_version(version, &length) == MPI_SUCCESS && internals_are_known_of(version);
}

}  // namespace

bool internals_are_known_of(const char* version) {
  for (const char* checked : kChecked) {
    if (std::strncmp(version, checked, std::strlen(checked)) == 0) return true;
  }
  return false;
}

bool monitoring_is_apart() { return resolve::find_function("mca_common_monitoring_init") == nullptr; }

}  // namespace open_mpi

bool internals_are_known() {
  enum Answer : int { NotAsked, Known, Unknown };
  static constinit std::atomic<int> answer{NotAsked};
  int known = answer.load(std::memory_order_relaxed);
  if (known == NotAsked) {
    known = open_mpi::ask() ? Known : Unknown;
    answer.store(known, std::memory_order_relaxed);
  }
  return known == Known;
}

}  // namespace topomorph::implementation
