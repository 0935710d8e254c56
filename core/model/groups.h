// Traffic of dense collectives: of all members of a group with all others of it, kept in a row a member rather than one
// a pair.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::inline model {

/// Directed pairs of a group of so many.
constexpr std::uint64_t pairs_of_group(std::uint64_t members) { return members * (members - (members > 0 ? 1 : 0)); }

/// As many pairs of groups become entries of an affinity: 100 MB of memory, all pairs of a group of 2048.
inline constexpr std::uint64_t kMostGroupPairs = std::uint64_t{1} << 22;

/// Share number `index` of a whole that is divided among `parts` as evenly as whole numbers are.
constexpr std::uint64_t even_share(std::uint64_t whole, std::uint64_t parts, std::uint64_t index) {
  return whole / parts + (index < whole % parts ? 1 : 0);
}

/// An affinity of pairs and groups: groups become pairs, the smallest first, as long as they have no more than
/// `most_pairs` together; the others stay what they are (Affinity::groups()). Throws InputError as from_traffic().
Affinity affinity_of(std::uint64_t roles, std::vector<Traffic> pairs, std::vector<GroupTraffic> groups,
                     std::uint64_t most_pairs = kMostGroupPairs);

/// Adds what the members of a group send each other as pairs: exact; squared in the members.
void append_pairs(const GroupTraffic& group, std::vector<Traffic>& pairs);

/// The pairs that a mapping goes by. A group of more than half of all roles is left out: between all pairs of roles the
/// same volume is added, which costs the same in every order. A smaller one is stood for by a sparse graph that is cut
/// much as the group is: each member has its volume with kPartners others, at pseudo-random steps (a circulant graph,
/// with high probability an expander: Alon, Roichman, "Random Cayley graphs and expanders", Random Structures &
/// Algorithms 5, 1994). An approximation; the judges (evaluate(), predict()) do not go by it on trees.
Affinity pattern_of(const Affinity& affinity);

/// The same for judges where nobody knows a closed form: all groups are stood for, their members in the order of
/// `place`, so that what is judged depends on the places that a group has and not on who has which.
Affinity judged_pairs(const Affinity& affinity, std::span<const std::uint64_t> place);

inline constexpr std::uint64_t kPartners = 32;

}  // namespace topomorph::inline model
