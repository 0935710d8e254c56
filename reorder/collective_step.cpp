// Finds out whether a step has failed on any process.
#include "reorder/collective_step.h"

#include "plugin/runtime/communicators.h"
#include "plugin/runtime/handles.h"
#include "plugin/runtime/real_mpi.h"

namespace topomorph::reorder {

std::size_t share_failure(const OwnComm& comm, const process::FixedString& mine, double limits, std::size_t number) {
  Desk& desk = comm.desk();
  desk.pair_out = {mine.empty() ? comm.size() : comm.rank(), -static_cast<int>(number)};
  comm.run(
      [&](MPI_Request* request) {
        return real::Iallreduce(desk.pair_out.data(), desk.pair_in.data(), 2, handles::type_int(), handles::op_min(),
                                comm.get(), request);
      },
      limits);
  const int first = desk.pair_in[0], largest = desk.pair_in[1];
  if (first == comm.size()) {
    return static_cast<std::size_t>(-largest);
  }
  desk.line = mine;
  comm.run([&](MPI_Request* request) {
    return real::Ibcast(&desk.line, static_cast<int>(sizeof desk.line), handles::type_byte(), first, comm.get(),
                        request);
  });
  throw CollectiveError(desk.line);
}

void share_failure(MPI_Comm comm, const process::FixedString& mine) {
  const int size = runtime::size_of(comm), here = mine.empty() ? size : runtime::rank_in(comm);
  int first = 0;
  if (real::Allreduce(&here, &first, 1, handles::type_int(), handles::op_min(), comm) != MPI_SUCCESS) {
    throw CollectiveError("MPI_Allreduce failed");
  }
  if (first == size) {
    return;
  }
  process::FixedString why = mine;
  real::Bcast(&why, static_cast<int>(sizeof why), handles::type_byte(), first, comm);
  throw CollectiveError(why);
}

}  // namespace topomorph::reorder
