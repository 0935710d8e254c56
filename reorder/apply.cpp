// Splits communicators and checks the result.
#include "reorder/apply.h"

#include "reorder/steps/collective_step.h"
#include "reorder/steps/own_comm.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::reorder {
namespace {

bool is_as_planned(const OwnComm& comm, MPI_Comm reordered, std::uint64_t new_rank) {
  int rank = -1, size = 0;
  real::Comm_rank(reordered, &rank);
  real::Comm_size(reordered, &size);
  return rank == static_cast<int>(new_rank) && size == comm.size();
}

using Split = real::Comm_split_t;

/// Splits `comm`, whose errors are returned. If a tool follows, it must see a split of the communicator that it knows.
int split_returning_errors(Split split, MPI_Comm origin, int key, MPI_Comm* made) {
  const runtime::ErrorsReturnScope scope(origin);
  return split(origin, 0, key, made);
}

int split(const OwnComm& comm, int key, MPI_Comm* made) {
  const auto next = runtime::next_mpi<Split>(runtime::Function::Comm_split);
  if (runtime::is_of_the_library(reinterpret_cast<void*>(next))) {
    return real::Comm_split(comm.get(), 0, key, made);
  }
  return split_returning_errors(next, comm.origin(), key, made);
}

}  // namespace

int split_for_application(MPI_Comm origin, int key, MPI_Comm* made) {
  return split_returning_errors(runtime::next_mpi<Split>(runtime::Function::Comm_split), origin, key, made);
}

MPI_Comm apply(const OwnComm& comm, std::uint64_t new_rank, const Installation* installation) {
  arrive(comm);
  MPI_Comm reordered = handles::comm_null();
  const int error = split(comm, static_cast<int>(new_rank), &reordered);
  const bool made = error == MPI_SUCCESS && reordered != handles::comm_null();
  const bool right = made && is_as_planned(comm, reordered, new_rank);
  const bool installed = right && installation != nullptr && installation->install(reordered);
  if (agree(comm, installation == nullptr ? right : installed) && confirm(comm)) {
    return reordered;
  }
  if (installed) {
    installation->uninstall();
  } else if (made) {
    real::Comm_free(&reordered);
  }
  return handles::comm_null();
}

}  // namespace topomorph::reorder
