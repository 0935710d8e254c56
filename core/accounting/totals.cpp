// Adds up what jobs used, gained and could gain.
#include "core/accounting/totals.h"

#include <algorithm>

namespace topomorph::accounting {

Share& Share::operator+=(const Share& other) {
  jobs += other.jobs;
  node_hours += other.node_hours;
  return *this;
}

/// No rounding is left where nothing is left.
Share& Share::operator-=(const Share& part) {
  jobs -= part.jobs;
  node_hours = jobs == 0 ? 0 : std::max(node_hours - part.node_hours, 0.0);
  return *this;
}

void Totals::add(const JobRecord& record) {
  const double hours = record.node_hours(), mpi = record.mpi_node_hours();
  const JobOrder order = record.job_order();
  all.add(hours);
  if (record.mpi_seconds) timed.add(hours);
  mpi_node_hours += mpi;
  const double gain = record.predicted_gain().value_or(0);
  if (order == JobOrder::Launcher && gain > 0) {
    poor.add(hours);
    would_gain += mpi * gain;
  }
  if (record.lacks_prediction()) unpredicted.add(hours);
  if (order == JobOrder::Dropped) dropped.add(hours);
  if (order == JobOrder::Reordered) {
    reordered.add(hours);
    if (record.measured_gain) add_measured(record);
  }
  if (record.added_milliseconds) {
    ++added_jobs;
    added_seconds += *record.added_milliseconds / 1000;
  }
}

void Totals::predict(const Runs& runs, double gain) {
  unpredicted -= runs.all;
  if (gain <= 0) return;
  poor += runs.all;
  poor_by_others += runs.all;
  would_gain += runs.mpi_node_hours * gain;
}

void Totals::add_measured(const JobRecord& record) {
  const double hours = record.node_hours(), mpi = record.mpi_node_hours(), found = mpi * *record.measured_gain;
  measured.add(hours);
  if (found < 0) slower.add(hours);
  measured_mpi += mpi;
  gained += found;
  lost += std::max(-found, 0.0);
  const std::optional<double> gain = record.predicted_gain();
  if (!gain) return;
  predicted_mpi += mpi;
  predicted += mpi * *gain;
  found_of_predicted += found;
}

Totals& Totals::operator+=(const Totals& other) {
  all += other.all;
  timed += other.timed;
  mpi_node_hours += other.mpi_node_hours;
  reordered += other.reordered;
  poor += other.poor;
  poor_by_others += other.poor_by_others;
  would_gain += other.would_gain;
  unpredicted += other.unpredicted;
  dropped += other.dropped;
  measured += other.measured;
  slower += other.slower;
  measured_mpi += other.measured_mpi;
  gained += other.gained;
  lost += other.lost;
  predicted_mpi += other.predicted_mpi;
  predicted += other.predicted;
  found_of_predicted += other.found_of_predicted;
  added_jobs += other.added_jobs;
  added_seconds += other.added_seconds;
  return *this;
}

}  // namespace topomorph::accounting
