// Keeps the groups.
#include "monitoring/groups.h"

#include <utility>

namespace topomorph::monitoring::groups {

/// Never destroyed: threads may outlive main().
NameList& all() {
  static auto* const groups = new NameList;
  return *groups;
}

std::uint32_t number_of(std::string members) { return all().number_of(std::move(members), kMaximalGroups); }

}  // namespace topomorph::monitoring::groups
