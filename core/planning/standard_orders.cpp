// The orders that launchers offer by themselves.
#include "core/planning/standard_orders.h"

#include <algorithm>

#include "core/base/successive.h"

namespace topomorph::planning {

namespace {

using Parts = std::vector<std::uint32_t>;

/// Returns the lowest node above the hosts of each slot that holds several of them; empty if there is one, or none.
Parts switches_of(const JobSlots& job) {
  const TreeTopology* tree = job.tree();
  if (tree == nullptr || job.host_level + 1 >= tree->levels()) return {};
  Parts switches;
  for (Slot slot = 0; slot < tree->slots(); ++slot)
    switches.push_back(static_cast<std::uint32_t>(tree->node_of(job.host_level + 1, slot)));
  return switches;
}

/// Returns the slots in turns over the hosts of a switch, switch after switch.
Mapping in_turns_by_switch(const Parts& hosts, const Parts& switches) {
  Mapping order;
  for (std::size_t begin = 0, end = 0; begin < hosts.size(); begin = end) {
    while (end < hosts.size() && switches[end] == switches[begin]) ++end;
    Parts inside(hosts.begin() + static_cast<std::ptrdiff_t>(begin), hosts.begin() + static_cast<std::ptrdiff_t>(end));
    for (std::uint32_t& host : inside) host -= hosts[begin];
    for (const Slot slot : in_turns(inside)) order.push_back(begin + slot);
  }
  return order;
}

void add(std::vector<StandardOrder>& orders, const char* name, Mapping mapping) {
  const auto is_same = [&](const StandardOrder& known) { return known.mapping == mapping; };
  if (std::ranges::none_of(orders, is_same)) orders.push_back({name, std::move(mapping)});
}

}  // namespace

Mapping in_turns(const std::vector<std::uint32_t>& part_of) {
  std::vector<std::vector<Slot>> turns;
  std::vector<std::size_t> used;
  for (Slot slot = 0; slot < part_of.size(); ++slot) {
    const std::uint32_t part = part_of[slot];
    if (part >= used.size()) used.resize(part + std::size_t{1});
    const std::size_t turn = used[part]++;
    if (turn == turns.size()) turns.emplace_back();
    turns[turn].push_back(slot);
  }
  Mapping mapping;
  for (const auto& turn : turns) mapping.insert(mapping.end(), turn.begin(), turn.end());
  return mapping;
}

std::vector<StandardOrder> standard_orders(const JobSlots& job, std::uint64_t roles) {
  std::vector<StandardOrder> orders;
  if (job.hosts() < 2 || roles != job.topology->slots()) return orders;
  Parts hosts;
  for (Slot slot = 0; slot < roles; ++slot) hosts.push_back(static_cast<std::uint32_t>(job.host_of(slot)));
  const Parts switches = switches_of(job);
  add(orders, "slot", successive<Slot>(roles));
  add(orders, "node", in_turns(hosts));
  if (switches.empty()) return orders;
  add(orders, "switch", in_turns(switches));
  add(orders, "node-switch", in_turns_by_switch(hosts, switches));
  return orders;
}

}  // namespace topomorph::planning
