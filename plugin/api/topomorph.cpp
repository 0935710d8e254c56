// The functions of topomorph.h except tm_redistribute, and the questions of `topomorph doctor`.
#include "plugin/api/topomorph.h"

#include <new>
#include <optional>
#include <span>

#include "monitoring/monitor.h"
#include "plugin/api/old_rank.h"
#include "reorder/reorder_communicator.h"
#include "runtime/mpi/call_state.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/contract.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/implementation.h"
#include "runtime/mpi/real_mpi.h"

using namespace topomorph;

namespace {

/// Returns the rank that this process had before tm_reorder() made `comm`; for the substitute of MPI_COMM_WORLD, the
/// rank in the real world. Empty for other communicators.
std::optional<int> old_rank(MPI_Comm comm) {
  if (comm == runtime::substitute(handles::comm_world())) return runtime::rank_in(handles::comm_world());
  return plugin::api::noted_old_rank(comm);
}

/// Inverts a permutation in place, cycle by cycle. A negative number marks an entry that is done.
void invert(std::span<int> permutation) {
  for (int start = 0; start < static_cast<int>(permutation.size()); ++start) {
    int from = start;
    for (int to = permutation[static_cast<std::size_t>(start)]; to >= 0;) {
      const int next = permutation[static_cast<std::size_t>(to)];
      permutation[static_cast<std::size_t>(to)] = ~from;
      from = to;
      to = next;
    }
  }
  for (int& number : permutation) number = ~number;
}

}  // namespace

int tm_reorder(MPI_Comm comm, MPI_Comm* newcomm) {
  const runtime::ReentrancyGuard guard;
  if (newcomm == nullptr) return MPI_ERR_ARG;
  const MPI_Comm old = runtime::substitute(comm);
  if (!runtime::is_intracommunicator(old)) return MPI_ERR_COMM;
  const int error = reorder::reorder_communicator(old, newcomm);
  if (error != MPI_SUCCESS) return error;
  return plugin::api::note_old_rank(*newcomm, runtime::rank_in(old));
}

int tm_permutation(MPI_Comm newcomm, int ranks[]) {
  const runtime::ReentrancyGuard guard;
  const monitoring::PauseCounting pause;
  if (ranks == nullptr) return MPI_ERR_ARG;
  const MPI_Comm comm = runtime::substitute(newcomm);
  if (!runtime::is_intracommunicator(comm)) return MPI_ERR_COMM;
  const auto mine = old_rank(comm);
  if (!mine) return MPI_ERR_COMM;
  // Into the caller's array: if one process lacked memory for an array of our own, the others would wait for it.
  const int error = real::Allgather(&*mine, 1, handles::type_int(), ranks, 1, handles::type_int(), comm);
  if (error == MPI_SUCCESS) invert(std::span(ranks, static_cast<std::size_t>(runtime::size_of(comm))));
  return error;
}

int tm_monitor_start(void) {
  monitoring::resume();
  return MPI_SUCCESS;
}

int tm_monitor_stop(void) {
  monitoring::pause();
  return MPI_SUCCESS;
}

int tm_monitor_reset(void) {
  monitoring::reset();
  return MPI_SUCCESS;
}

int tm_phase(const char* name) {
  if (name == nullptr) return MPI_ERR_ARG;
  try {
    monitoring::set_phase(name);
    return MPI_SUCCESS;
  } catch (const std::bad_alloc&) {
    return MPI_ERR_NO_MEM;
  }
}

extern "C" {

/// Returns a function of the MPI library by which messages could bypass this library; null: there is none. If there is
/// one, no order is changed. `topomorph doctor` asks this inside an MPI program.
const char* tm_unwrapped_function() { return runtime::unwrapped_function(); }

/// Returns 1 if the internal functions of the MPI library that this library defines itself are known in the loaded
/// version, 0 if they only forward. For `topomorph doctor`.
int tm_internals_are_known() { return runtime::internals_are_known() ? 1 : 0; }
}
