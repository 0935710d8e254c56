// The orders of processes that topomorph predict compares: their names, mappings, and what their replays say.
#include "tools/command/predicted_orders.h"

#include <string_view>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/evaluation/evaluate.h"
#include "tools/command/given_mapping.h"

namespace topomorph::command {

namespace {

/// Returns the first slots of all hosts, then the second ones, and so on.
Mapping by_node(const std::vector<std::uint32_t>& host_of) {
  std::vector<std::vector<Slot>> turns;
  std::vector<std::size_t> used;
  for (Slot slot = 0; slot < host_of.size(); ++slot) {
    const std::uint32_t host = host_of[slot];
    if (host >= used.size()) used.resize(host + std::size_t{1});
    const std::size_t turn = used[host]++;
    if (turn == turns.size()) turns.emplace_back();
    turns[turn].push_back(slot);
  }
  Mapping mapping;
  for (const auto& turn : turns) mapping.insert(mapping.end(), turn.begin(), turn.end());
  return mapping;
}

/// Returns what given_mapping() calls the order.
std::string name_of_given(const std::string& order) {
  static constexpr std::string_view kFile = "file:";
  if (order == "slot") return "identity";
  if (order == "cyclic" || order == "random" || order.starts_with("random:")) return order;
  if (order.starts_with(kFile) && order.size() > kFile.size()) return order.substr(kFile.size());
  throw InputError(fmt::format("--order: found '{}', expected {}", order, kOrders));
}

}  // namespace

Mapping mapping_of(const std::string& order, const OrderSource& source) {
  if (order == "node") return by_node(source.platform.host_of);
  if (order == "topomorph") {
    return mapping::map_by_cost(source.affinity, source.topology, source.map, source.cost).mapping;
  }
  const std::uint64_t roles = source.affinity.roles();
  Mapping mapping = given_mapping(name_of_given(order), roles, source.topology, "--order");
  try {
    check_mapping(mapping, roles, source.topology.slots());
  } catch (const InputError& error) {
    throw InputError(fmt::format("--order {}: {}", order, error.what()));
  }
  return mapping;
}

PredictedOrder predict_order(const std::string& order, const trace::Trace& trace, const OrderSource& source) {
  PredictedOrder predicted{order, mapping_of(order, source), {}, 0};
  std::vector<std::uint64_t> hosts;
  for (const Slot slot : predicted.mapping) hosts.push_back(source.platform.host_of[slot]);
  predicted.bytes_between_hosts = evaluation::crossing(source.affinity, hosts).bytes;
  predicted.result = replay::replay(trace, source.platform, predicted.mapping).value();  // it has no deadline
  return predicted;
}

}  // namespace topomorph::command
