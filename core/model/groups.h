// Traffic of dense collectives among all members of a group, stored as one row per member and not one per pair.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::inline model {

/// Returns the number of directed pairs of a group.
constexpr std::uint64_t pairs_of_group(std::uint64_t members) { return members * (members - (members > 0 ? 1 : 0)); }

/// Group pairs that may become entries of an affinity: 100 MB of memory, all pairs of a group of 2048.
inline constexpr std::uint64_t kMostGroupPairs = std::uint64_t{1} << 22;

/// Returns share number `index` of `whole`, divided among `parts` as evenly as whole numbers allow.
constexpr std::uint64_t even_share(std::uint64_t whole, std::uint64_t parts, std::uint64_t index) {
  return whole / parts + (index < whole % parts ? 1 : 0);
}

/// Returns an affinity of pairs and groups. Expands groups into pairs, the smallest first, while these have at most
/// `most_pairs` together; the other groups stay groups (Affinity::groups()). Throws InputError as from_traffic().
Affinity affinity_of(std::uint64_t roles, std::vector<Traffic> pairs, std::vector<GroupTraffic> groups,
                     std::uint64_t most_pairs = kMostGroupPairs);

/// Appends the pairs of a group. Exact; time and memory grow with the square of the members.
void append_pairs(const GroupTraffic& group, std::vector<Traffic>& pairs);

/// Returns the pairs from which a mapping is computed. Leaves out every group of more than half of all roles: a group
/// of all roles adds the same volume to every pair, and so costs the same in every order. Replaces a smaller group by a
/// sparse graph with similar cuts: each member has its volume with kPartners others, at pseudo-random steps (a
/// circulant graph, with high probability an expander: Alon, Roichman, "Random Cayley graphs and expanders", Random
/// Structures & Algorithms 5, 1994). This is an approximation; evaluate() and predict() do not use it on trees.
Affinity mapping_pairs(const Affinity& affinity);

/// Returns the pairs for evaluations without a closed form. Replaces all groups by sparse graphs whose members are
/// sorted by `place`. The cost then depends on which places a group has, not on which member has which place.
Affinity evaluation_pairs(const Affinity& affinity, std::span<const std::uint64_t> place);

inline constexpr std::uint64_t kPartners = 32;

}  // namespace topomorph::inline model
