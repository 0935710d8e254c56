// From a plan to a communicator.
#include "reorder/apply.h"

#include "plugin/interception/handles.h"
#include "real_mpi.h"

namespace topomorph::reorder {
namespace {

bool is_as_planned(const OwnComm& comm, MPI_Comm reordered, std::uint64_t new_rank) {
  int rank = -1, size = 0;
  real::Comm_rank(reordered, &rank);
  real::Comm_size(reordered, &size);
  return rank == static_cast<int>(new_rank) && size == comm.size();
}

}  // namespace

MPI_Comm apply(const OwnComm& comm, std::uint64_t new_rank) {
  arrive(comm);
  MPI_Comm reordered = handles::comm_null();
  const int error = real::Comm_split(comm.get(), 0, static_cast<int>(new_rank), &reordered);
  const bool made = error == MPI_SUCCESS && reordered != handles::comm_null();
  if (agree(comm, made && is_as_planned(comm, reordered, new_rank)) && confirm(comm)) {
    return reordered;
  }
  if (made) {
    real::Comm_free(&reordered);
  }
  return handles::comm_null();
}

}  // namespace topomorph::reorder
