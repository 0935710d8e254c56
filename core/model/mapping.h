// Mappings of roles to slots, and their constraints.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/affinity.h"
#include "core/model/topology.h"

namespace topomorph::inline model {

/// The slot of each role. No slot has more roles than allowed; the default is one.
using Mapping = std::vector<Slot>;

/// Sums of volume x distance. 128 bits, because products of 64-bit numbers overflow 64.
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

/// How much a slot may take; by default one role.
struct Sharing {
  std::uint64_t roles_per_slot = 1;   ///< limit; kAnyNumber: as many as the balance allows
  std::optional<double> imbalance;    ///< how far the slowest slot may exceed the least possible time: 0.03 for 3 %
  std::vector<std::uint64_t> loads;   ///< work of each role; empty: all equal
  std::vector<std::uint64_t> speeds;  ///< of each slot, above 0; empty: all equal
  std::vector<ConfinedRole> confined;

  static constexpr std::uint64_t kAnyNumber = ~std::uint64_t{0};
  /// Returns whether a slot takes one role and nothing else constrains the mapping.
  bool is_plain() const {
    return roles_per_slot == 1 && !imbalance && loads.empty() && speeds.empty() && confined.empty();
  }
};

/// Throws InputError unless `mapping` puts each of `roles` roles on one of `slots` slots, and at most `roles_per_slot`
/// roles on each slot.
void check_mapping(std::span<const Slot> mapping, std::uint64_t roles, std::uint64_t slots,
                   std::uint64_t roles_per_slot = 1);

}  // namespace topomorph::inline model
