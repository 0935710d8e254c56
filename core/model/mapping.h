// Which role is on which slot, and what may restrict that.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/affinity.h"
#include "core/model/topology.h"

namespace topomorph::inline model {

/// sigma: role -> slot; each role on exactly one slot, no slot used more often than is allowed: once, if nothing is
/// said.
using Mapping = std::vector<Slot>;

/// Sums of volume x distance: 128 bits, since 64-bit volumes times distances overflow 64.
using Cost = unsigned __int128;

struct PinnedRole {
  Role role = 0;
  Slot slot = 0;
};

/// A role that must be on one of the slots [begin, end): a host, a package, or any other part of the machine.
struct ConfinedRole {
  Role role = 0;
  Slot begin = 0, end = 0;
};

/// What a slot may take. As it stands: one role.
struct Sharing {
  std::uint64_t roles_per_slot = 1;  ///< at most; kAnyNumber: as many as the balance allows
  std::optional<double>
      imbalance;  ///< share by which the slowest slot may exceed the least possible time, 0.03 for 3 %
  std::vector<std::uint64_t> loads;   ///< work of each role; empty: all the same
  std::vector<std::uint64_t> speeds;  ///< of each slot, above 0; empty: all the same
  std::vector<ConfinedRole> confined;

  static constexpr std::uint64_t kAnyNumber = ~std::uint64_t{0};
  /// Whether it is more than one role per slot, wherever it likes.
  bool is_plain() const {
    return roles_per_slot == 1 && !imbalance && loads.empty() && speeds.empty() && confined.empty();
  }
};

/// Throws InputError unless `mapping` puts each of `roles` roles on exactly one of `slots` slots, none more often than
/// `roles_per_slot` times.
void check_mapping(std::span<const Slot> mapping, std::uint64_t roles, std::uint64_t slots,
                   std::uint64_t roles_per_slot = 1);

}  // namespace topomorph::inline model
