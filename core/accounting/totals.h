// What jobs used, gained and could gain, added up.
#pragma once

#include <cstdint>

#include "core/accounting/record.h"

namespace topomorph::accounting {

/// Some jobs and the node-hours (hosts x time from MPI_Init to MPI_Finalize) that they took.
struct Share {
  std::uint64_t jobs = 0;
  double node_hours = 0;

  void add(double hours) { ++jobs, node_hours += hours; }
  Share& operator+=(const Share& other);
  Share& operator-=(const Share& part);
};

/// Jobs, and the part of their node-hours in MPI.
struct Runs {
  Share all;
  double mpi_node_hours = 0;
};

/// Sums over records. A record that lacks a number adds nothing to the sums that need it.
struct Totals {
  Share all;
  Share timed;                ///< jobs that say how long they were in MPI
  double mpi_node_hours = 0;  ///< of these: hosts x mean time in MPI
  Share reordered;            ///< jobs that ran in a new order
  Share poor;                 ///< jobs in the launcher's order although a plan predicts a gain
  Share poor_by_others;       ///< the part of these whose prediction is that of other records
  double would_gain = 0;      ///< node-hours: time in MPI of the poor jobs x their predicted gain
  Share unpredicted;          ///< jobs in the launcher's order for which nothing is predicted, neither a gain nor none
  Share dropped;              ///< jobs whose new order mode auto took back
  Share measured;             ///< reordered jobs whose gain was measured
  Share slower;               ///< measured jobs with a gain below 0
  double measured_mpi = 0;    ///< node-hours in MPI of the measured jobs
  double gained = 0;          ///< node-hours: time in MPI of the measured jobs x their gain; losses count against it
  double lost = 0;            ///< the part of `gained` below 0, as a positive number
  double predicted_mpi = 0;   ///< node-hours in MPI of the measured jobs that had a prediction
  double predicted = 0;       ///< node-hours: what was predicted for these
  double found_of_predicted = 0;  ///< node-hours: what was measured for these
  std::uint64_t added_jobs = 0;   ///< jobs that say how long TopoMorph took
  double added_seconds = 0;       ///< sum over these

  void add(const JobRecord& record);
  /// Gives a prediction to runs that were added without one.
  void predict(const Runs& runs, double gain);
  Totals& operator+=(const Totals& other);

 private:
  void add_measured(const JobRecord& record);
};

}  // namespace topomorph::accounting
