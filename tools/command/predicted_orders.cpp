// The orders of processes that topomorph predict compares: their names, mappings, and what their replays say.
#include "tools/command/predicted_orders.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/decision/choice.h"
#include "core/evaluation/evaluate.h"
#include "core/planning/standard_orders.h"
#include "tools/command/given_mapping.h"

namespace topomorph::command {

namespace {

/// Returns what given_mapping() calls the order.
std::string name_of_given(const std::string& order) {
  static constexpr std::string_view kFile = "file:";
  if (order == "slot") return "identity";
  if (order != "identity" && names_a_mapping(order)) return order;
  if (order.starts_with(kFile) && order.size() > kFile.size()) return order.substr(kFile.size());
  throw InputError(fmt::format("--order: found '{}', expected {}", order, kOrders));
}

Mapping launcher_order(const OrderSource& source) {
  const auto& slots = source.job.slot_of_process;
  return {slots.begin(), slots.end()};
}

/// Returns the order that the job gets: the launcher's, or that of the candidates with the least replayed time.
decision::CandidateOrder order_of_job(const OrderSource& source) {
  const Mapping present = launcher_order(source);
  mapping::MapOptions options = source.map;
  options.launcher_order = present;
  options.pinned = {{0, present[0]}};  // as in a job, where rank 0 reads stdin
  const decision::Wish wish;
  const decision::OrderProblem problem{source.affinity, source.job, present,       options,
                                       source.aim,      wish,       &source.trace, &source.platform};
  return decision::decide(problem).chosen;
}

Mapping mapping_of(const std::string& order, const OrderSource& source) {
  if (order == "launcher") return launcher_order(source);
  if (order == "node") return planning::in_turns(source.platform.host_of);
  const std::uint64_t roles = source.affinity.roles();
  Mapping mapping = given_mapping(name_of_given(order), roles, source.given, "--order");
  try {
    check_mapping(mapping, roles, source.job.topology->slots());
  } catch (const InputError& error) {
    throw InputError(fmt::format("--order {}: {}", order, error.what()));
  }
  return mapping;
}

}  // namespace

PredictedOrder predict_order(const std::string& order, const OrderSource& source) {
  PredictedOrder predicted{order, {}, {}, {}, 0};
  if (order == "topomorph") {
    decision::CandidateOrder chosen = order_of_job(source);
    predicted.mapping = std::move(chosen.mapping);
    predicted.model = std::move(chosen.name);
  } else {
    predicted.mapping = mapping_of(order, source);
  }
  std::vector<std::uint64_t> hosts;
  for (const Slot slot : predicted.mapping) hosts.push_back(source.platform.host_of[slot]);
  predicted.bytes_between_hosts = evaluation::crossing(source.affinity, hosts).bytes;
  predicted.result = replay::replay(source.trace, source.platform, predicted.mapping).value();  // it has no deadline
  return predicted;
}

}  // namespace topomorph::command
