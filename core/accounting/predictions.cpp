// Collects predictions by program and ranks.
#include "core/accounting/predictions.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace topomorph::accounting {

void Predictions::add(std::uint64_t group, const JobRecord& record) {
  if (record.program == kUnknownProgram || !record.ranks) return;
  key_.clear();
  fmt::format_to(std::back_inserter(key_), "{:.0f} {}", *record.ranks, record.program);
  const bool is_dropped = record.job_order() == JobOrder::Dropped;
  const auto gain = is_dropped ? std::optional(0.0) : record.predicted_gain();
  if (!gain) return add_waiting(group, record);
  Predicted& predicted = predicted_.at(key_, [](const Predicted&) {}).first;
  ++predicted.records;
  predicted.gains += std::max(*gain, 0.0);
  predicted.node_hours += record.node_hours();
}

void Predictions::add_waiting(std::uint64_t group, const JobRecord& record) {
  if (!record.lacks_prediction()) return;
  const std::size_t key_of_case = key_.size();
  fmt::format_to(std::back_inserter(key_), "\n{}", group);
  Waiting& waiting = waiting_.at(key_, [](const Waiting&) {}).first;
  waiting.group = group;
  waiting.key_of_case = key_of_case;
  waiting.runs.all.add(record.node_hours());
  waiting.runs.mpi_node_hours += record.mpi_node_hours();
}

}  // namespace topomorph::accounting
