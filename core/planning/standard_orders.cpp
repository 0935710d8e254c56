// The orders that launchers offer by themselves, and how a launcher dealt the ranks of a job to its hosts.
#include "core/planning/standard_orders.h"

#include <algorithm>

#include <fmt/format.h>

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

namespace {

/// Returns how often consecutive ranks are on different hosts.
std::size_t changes_in(const std::vector<std::size_t>& hosts) {
  std::size_t changes = 0;
  for (std::size_t p = 1; p < hosts.size(); ++p) changes += hosts[p] != hosts[p - 1] ? 1 : 0;
  return changes;
}

/// Returns "in blocks" for --map-by slot, "in turn" for --map-by node, else "mixed".
const char* way_of_dealing(const std::vector<std::size_t>& hosts, std::size_t number) {
  if (changes_in(hosts) == number - 1) return "in blocks";
  for (std::size_t p = 0; p + number < hosts.size(); ++p) {
    if (hosts[p + number] != hosts[p]) return "mixed";
  }
  return changes_in(hosts) == hosts.size() - 1 ? "in turn" : "mixed";
}

std::vector<std::size_t> hosts_of(const JobSlots& job) {
  std::vector<std::size_t> hosts;
  if (job.tree() == nullptr && job.host_begin.empty()) return hosts;
  for (const Slot slot : job.slot_of_process) hosts.push_back(job.host_of(slot));
  return hosts;
}

}  // namespace

std::string dealing_words(const std::vector<std::size_t>& host_of_process) {
  std::vector<std::size_t> counts;
  for (const std::size_t host : host_of_process) {
    counts.resize(std::max(counts.size(), host + 1));
    ++counts[host];
  }
  std::erase(counts, std::size_t{0});
  if (counts.size() < 2) return "";
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  const std::string each = *least == *most ? fmt::format("{}", *most) : fmt::format("{} to {}", *least, *most);
  return fmt::format("{} rank{} a node{}{}", each, *most == 1 ? "" : "s", *most == 1 ? "" : ", ",
                     *most == 1 ? "" : way_of_dealing(host_of_process, counts.size()));
}

std::string dealing_words(const JobSlots& job) { return dealing_words(hosts_of(job)); }

}  // namespace topomorph::planning
