// Tells the versions of Open MPI apart.
#include "runtime/mpi/open_mpi/version.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace topomorph::runtime::open_mpi {
namespace {

/// Beginnings of the versions whose conformance tests (tests/plugin) have passed.
constexpr std::string_view kChecked[] = {"Open MPI v4.1.", "Open MPI v5.0.", "Open MPI v6.0."};
constexpr std::string_view kReporting[] = {"Open MPI v4.1.", "Open MPI v5.0."};

bool begins_with_one_of(std::span<const std::string_view> beginnings, std::string_view text) {
  return std::ranges::any_of(beginnings, [&](std::string_view beginning) { return text.starts_with(beginning); });
}

}  // namespace

bool internals_are_known_of(const char* version) { return begins_with_one_of(kChecked, version); }

bool may_report(const char* version) { return begins_with_one_of(kReporting, version); }

}  // namespace topomorph::runtime::open_mpi
