// The functions of topomorph.h but tm_redistribute.
#include <new>
#include <span>

#include "monitoring/monitor.h"
#include "plugin/api/checks.h"
#include "plugin/api/old_rank.h"
#include "plugin/api/topomorph.h"
#include "plugin/interception/handles.h"
#include "plugin/interception/inside.h"
#include "plugin/world/world.h"
#include "real_mpi.h"
#include "reorder/job.h"

using namespace topomorph;

namespace {

/// Turns a permutation into its inverse, in place: cycle by cycle, with what is done marked by its sign.
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
  for (int& number : permutation) {
    number = ~number;
  }
}

}  // namespace

int tm_reorder(MPI_Comm comm, MPI_Comm* newcomm) {
  const interception::Enter enter;
  if (newcomm == nullptr) {
    return MPI_ERR_ARG;
  }
  const MPI_Comm old = world::substitute(comm);
  if (!api::is_intracommunicator(old)) {
    return MPI_ERR_COMM;
  }
  const int error = reorder::reorder_communicator(old, newcomm);
  if (error != MPI_SUCCESS) {
    return error;
  }
  int rank = 0;
  real::Comm_rank(old, &rank);
  return api::note_old_rank(*newcomm, rank);
}

int tm_permutation(MPI_Comm newcomm, int ranks[]) {
  const interception::Enter enter;
  const monitoring::Unwatched unwatched;
  if (ranks == nullptr) {
    return MPI_ERR_ARG;
  }
  const MPI_Comm comm = world::substitute(newcomm);
  if (!api::is_intracommunicator(comm)) {
    return MPI_ERR_COMM;
  }
  const auto mine = api::old_rank(comm);
  if (!mine) {
    return MPI_ERR_COMM;
  }
  int size = 0;
  real::Comm_size(comm, &size);
  // In the caller's array: memory of our own that one process lacks would leave the others waiting.
  const int error = real::Allgather(&*mine, 1, handles::type_int(), ranks, 1, handles::type_int(), comm);
  if (error == MPI_SUCCESS) {
    invert(std::span(ranks, static_cast<std::size_t>(size)));
  }
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
  if (name == nullptr) {
    return MPI_ERR_ARG;
  }
  try {
    monitoring::set_phase(name);
    return MPI_SUCCESS;
  } catch (const std::bad_alloc&) {
    return MPI_ERR_NO_MEM;
  }
}
