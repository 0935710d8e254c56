// Collects predictions by program and ranks.
#include "core/accounting/predictions.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace topomorph::accounting {

/// Returns the value of the key; null if it is new and its owner's quota is used up.
template <class Value>
Value* Predictions::value_of(Heaviest<Value>& values, Account* account) {
  if (Value* const known = values.find(key_)) return known;
  if (account != nullptr && !account->takes_case()) {
    is_crowded_ = true;
    return nullptr;
  }
  const auto hand_back = [](const Value& lost) {
    if (lost.account != nullptr) --lost.account->cases;
  };
  Value& value = values.at(key_, hand_back).first;
  value.account = account;
  return &value;
}

void Predictions::add(std::uint64_t group, const JobRecord& record) {
  if (record.program == kUnknownProgram || !record.ranks) return;
  key_.clear();
  fmt::format_to(std::back_inserter(key_), "{:.0f} {}", *record.ranks, record.program);
  const bool is_dropped = record.job_order() == JobOrder::Dropped;
  const auto gain = is_dropped ? std::optional(0.0) : record.predicted_gain();
  if (!gain) return add_waiting(group, record);
  Predicted* const predicted = value_of(predicted_, record.account);
  if (predicted == nullptr) return;
  ++predicted->records;
  predicted->gains += std::max(*gain, 0.0);
  predicted->node_hours += record.node_hours();
}

void Predictions::add_waiting(std::uint64_t group, const JobRecord& record) {
  if (!record.lacks_prediction()) return;
  const std::size_t key_of_case = key_.size();
  fmt::format_to(std::back_inserter(key_), "\n{}", group);
  Waiting* const waiting = value_of(waiting_, record.account);
  if (waiting == nullptr) return;
  waiting->group = group;
  waiting->key_of_case = key_of_case;
  waiting->runs.all.add(record.node_hours());
  waiting->runs.mpi_node_hours += record.mpi_node_hours();
}

}  // namespace topomorph::accounting
