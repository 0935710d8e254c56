// The free hosts of a network: check of a request.
#include "core/mapping/baselines/free_hosts.h"

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::mapping {

void check_free(const FreeHosts& free, std::uint64_t wanted) {
  if (wanted > 0 && wanted <= free.hosts.size()) return;
  throw InputError(fmt::format("found {} free hosts for a job of {}, expected at least one and as many as it needs",
                               free.hosts.size(), wanted));
}

}  // namespace topomorph::mapping
