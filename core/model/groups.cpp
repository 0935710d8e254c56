// Expands groups into all their pairs, or into a sparse graph.
#include "core/model/groups.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/random.h"
#include "core/base/successive.h"

namespace topomorph::inline model {
namespace {

std::vector<Traffic> pairs_of(const Affinity& affinity) {
  std::vector<Traffic> pairs;
  pairs.reserve(affinity.entries());
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      pairs.push_back({source, entry.destination, entry.bytes, entry.messages});
    }
  }
  return pairs;
}

/// Returns the same steps for all groups of a size, on every machine.
std::vector<std::uint64_t> steps_in(std::uint64_t members) {
  std::vector<std::uint64_t> steps;
  Random random(members);
  for (std::uint64_t i = 0; i < kPartners; ++i) steps.push_back(1 + random.next() % (members - 1));
  return steps;
}

/// Appends a sparse graph for the group. `order` lists the positions of the members around the circle.
void append_sparse_pairs(const GroupTraffic& group, const std::vector<std::size_t>& order,
                         std::vector<Traffic>& pairs) {
  const std::uint64_t members = group.members.size();
  if (members <= kPartners + 1) return append_pairs(group, pairs);
  const std::vector<std::uint64_t> steps = steps_in(members);
  for (std::uint64_t i = 0; i < members; ++i) {
    const std::size_t from = order[i];
    for (std::uint64_t k = 0; k < kPartners; ++k) {
      pairs.push_back({group.members[from], group.members[order[(i + steps[k]) % members]],
                       even_share(group.bytes[from], kPartners, k), even_share(group.messages[from], kPartners, k)});
    }
  }
}

std::vector<std::size_t> as_they_are(const GroupTraffic& group) {
  return successive<std::size_t>(group.members.size());
}

}  // namespace

void append_pairs(const GroupTraffic& group, std::vector<Traffic>& pairs) {
  const std::uint64_t others = group.members.size() - 1;
  for (std::size_t from = 0; from < group.members.size(); ++from) {
    for (std::size_t to = 0, index = 0; to < group.members.size(); ++to) {
      if (to == from) continue;
      pairs.push_back({group.members[from], group.members[to], even_share(group.bytes[from], others, index),
                       even_share(group.messages[from], others, index)});
      ++index;
    }
  }
}

Affinity affinity_of(std::uint64_t roles, std::vector<Traffic> pairs, std::vector<GroupTraffic> groups,
                     std::uint64_t most_pairs) {
  std::erase_if(groups, [](const GroupTraffic& group) { return group.members.size() < 2; });
  std::stable_sort(groups.begin(), groups.end(),
                   [](const GroupTraffic& a, const GroupTraffic& b) { return a.members.size() < b.members.size(); });
  std::uint64_t expanded = 0;
  auto kept = groups.begin();
  for (; kept != groups.end(); ++kept) {
    expanded += pairs_of_group(kept->members.size());
    if (expanded > most_pairs) break;
    append_pairs(*kept, pairs);
  }
  Affinity affinity = Affinity::from_traffic(roles, std::move(pairs));
  affinity.add_groups({std::make_move_iterator(kept), std::make_move_iterator(groups.end())});
  return affinity;
}

Affinity mapping_pairs(const Affinity& affinity) {
  std::vector<Traffic> pairs = pairs_of(affinity);
  for (const GroupTraffic& group : affinity.groups()) {
    if (2 * group.members.size() <= affinity.roles()) append_sparse_pairs(group, as_they_are(group), pairs);
  }
  return Affinity::from_traffic(affinity.roles(), std::move(pairs));
}

Affinity evaluation_pairs(const Affinity& affinity, std::span<const std::uint64_t> place) {
  std::vector<Traffic> pairs = pairs_of(affinity);
  for (const GroupTraffic& group : affinity.groups()) {
    std::vector<std::size_t> order = as_they_are(group);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return place[group.members[a]] < place[group.members[b]]; });
    append_sparse_pairs(group, order, pairs);
  }
  return Affinity::from_traffic(affinity.roles(), std::move(pairs));
}

}  // namespace topomorph::inline model
