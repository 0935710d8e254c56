// Checks mappings.
#include "core/model/mapping.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::inline model {

namespace {

/// Counts the uses of each slot. Memory grows with the roles if there are many more slots than roles.
class Uses {
 public:
  Uses(std::uint64_t roles, std::uint64_t slots) {
    constexpr std::uint64_t kFewSlots = std::uint64_t{1} << 20, kTimesRoles = 16;
    if (slots <= std::max(kFewSlots, kTimesRoles * roles)) all_.assign(slots, 0);
  }
  std::uint32_t& operator[](Slot slot) { return all_.empty() ? used_[slot] : all_[slot]; }

 private:
  std::vector<std::uint32_t> all_;
  std::unordered_map<Slot, std::uint32_t> used_;
};

}  // namespace

void check_mapping(std::span<const Slot> mapping, std::uint64_t roles, std::uint64_t slots,
                   std::uint64_t roles_per_slot) {
  if (mapping.size() != roles) {
    throw InputError(fmt::format("found a mapping of {} roles, expected {}", mapping.size(), roles));
  }
  Uses used(roles, slots);
  for (Role role = 0; role < roles; ++role) {
    if (mapping[role] >= slots) {
      throw InputError(fmt::format("found slot {} for role {}, expected a slot below {}", mapping[role], role, slots));
    }
    if (used[mapping[role]]++ < roles_per_slot) continue;
    throw InputError(
        roles_per_slot == 1
            ? fmt::format("found slot {} a second time, for role {}: expected each slot once", mapping[role], role)
            : fmt::format("found slot {} once more, for role {}: expected each slot {} times at most", mapping[role],
                          role, roles_per_slot));
  }
}

}  // namespace topomorph::inline model
