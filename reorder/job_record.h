// The line that a job leaves about itself where its site wants one (docs/site-records.md).
//
// Rank 0 collects it and writes it before the real MPI_Finalize. Nothing of it can fail the job: it takes no message
// and no collective step, and what hangs is left behind (runtime/process/sink.h).
#pragma once

#include <string_view>

#include "reorder/plan.h"

namespace topomorph::reorder {

/// Called before MPI_Init and in every mode: the job's time begins.
void begin_job_record() noexcept;

/// Adds the time of its life to what was added to the job. Not for objects inside each other.
class AddedTime {
 public:
  AddedTime() noexcept;
  ~AddedTime();
  AddedTime(const AddedTime&) = delete;
  AddedTime& operator=(const AddedTime&) = delete;

 private:
  double began_;
};

/// What became of the order of MPI_COMM_WORLD.
enum class WorldOrder {
  Launchers,
  Reordered,
  Dropped,  ///< the launcher's, because the new one was measured and was not faster
};

/// Called on rank 0 when the order is settled.
void note_order(const Plan& plan, WorldOrder order) noexcept;

/// Notes that nothing was reordered or measured because of an error.
void note_error() noexcept;

/// Spawned processes are a part of the job that has spawned them, which leaves the record.
void forgo_job_record() noexcept;

/// Called on rank 0 in mode auto with what the engine says of the run's times: "measured_gain", a part of the time in
/// MPI, and "mpi_seconds", the mean of all processes. In other modes rank 0's own seconds stand for the mean.
void note_measured(const wire::KeyValues& learnt) noexcept;

/// Called on rank 0 when the program has ended its work: says how long the job took if the line of its new order has
/// said how long it would take, and one of the two is a second.
void say_how_long_it_took() noexcept;

/// Hands over the record if the site wants one and nothing switches it off. Called on rank 0 alone, while MPI still
/// works and what was counted is still there.
void leave_job_record() noexcept;

}  // namespace topomorph::reorder
