// The functions of topomorph.h but tm_redistribute.
#include <cstring>
#include <vector>

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
  std::vector<int> old_ranks(static_cast<std::size_t>(size));
  const int error = real::Allgather(&*mine, 1, handles::type_int(), old_ranks.data(), 1, handles::type_int(), comm);
  for (int rank = 0; error == MPI_SUCCESS && rank < size; ++rank) {
    ranks[old_ranks[static_cast<std::size_t>(rank)]] = rank;
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
  monitoring::set_phase(name);
  return MPI_SUCCESS;
}
