// Asks for a plan from what was measured so far, and makes the communicator.
#include "reorder/reorder_communicator.h"

#include "monitoring/monitor.h"
#include "plugin/runtime/call_state.h"
#include "plugin/runtime/error_handlers.h"
#include "plugin/runtime/handles.h"
#include "plugin/runtime/real_mpi.h"
#include "reorder/apply.h"
#include "reorder/attached_topology.h"
#include "reorder/job_state.h"
#include "reorder/plan.h"

namespace topomorph::reorder {
namespace {

std::uint64_t visible_world_rank() {
  int rank = 0;
  real::Comm_rank(runtime::substitute(handles::comm_world()), &rank);
  return static_cast<std::uint64_t>(rank);
}

/// Makes a communicator in the order of `comm`. Not by Comm_dup: attributes are not copied, as in a new order.
int same_order(MPI_Comm comm, MPI_Comm* copy) {
  int rank = 0;
  real::Comm_rank(comm, &rank);
  return split_for_application(comm, rank, copy);
}

MPI_Comm better_order(MPI_Comm comm) {
  const double started = real::Wtime();
  const OwnComm own = OwnComm::duplicate_of(comm);
  if (!own.valid() || own.size() == 1) {
    return handles::comm_null();
  }
  wire::Buffer record;
  Plan plan;
  try {
    run_collectively(own, [&] { record = process_record(job().identity, "", ""); });
    plan = ask_for_plan(own, {"", record, visible_world_rank()});
  } catch (const CollectiveError& reason) {
    plan = kept_because(reason.why());
  }
  return carry_out(own, std::move(plan), started);
}

}  // namespace

int reorder_communicator(MPI_Comm comm, MPI_Comm* reordered) noexcept {
  const monitoring::PauseCounting paused;
  *reordered = handles::comm_null();
  harmlessly([&] { *reordered = better_order(comm); });
  if (*reordered == handles::comm_null()) {
    const int error = same_order(comm, reordered);
    if (error != MPI_SUCCESS) {
      return error;
    }
  }
  harmlessly([&] { inherit_topology(comm, reordered); });
  runtime::copy_error_handler(comm, *reordered);
  return MPI_SUCCESS;
}

}  // namespace topomorph::reorder
