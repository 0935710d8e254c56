// Tells the versions of Open MPI apart.
#include "plugin/runtime/open_mpi/version.h"

#include <algorithm>
#include <string_view>

namespace topomorph::runtime::open_mpi {
namespace {

/// Beginnings of the versions whose conformance tests (tests/plugin) have passed.
constexpr std::string_view kChecked[] = {"Open MPI v4.1.", "Open MPI v5.0.", "Open MPI v6.0."};

}  // namespace

bool internals_are_known_of(const char* version) {
  const std::string_view text = version;
  return std::ranges::any_of(kChecked, [&](std::string_view checked) { return text.starts_with(checked); });
}

}  // namespace topomorph::runtime::open_mpi
