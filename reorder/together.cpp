// Steps that all processes take or none.
#include "reorder/together.h"

#include "plugin/interception/handles.h"
#include "real_mpi.h"

namespace topomorph::reorder {

void settle(const OwnComm& comm, const Line& mine, double limits) {
  Desk& desk = comm.desk();
  desk.number_out = mine.empty() ? comm.size() : comm.rank();
  comm.run(
      [&](MPI_Request* request) {
        return real::Iallreduce(&desk.number_out, &desk.number_in, 1, handles::type_int(), handles::op_min(),
                                comm.get(), request);
      },
      limits);
  const int first = desk.number_in;
  if (first == comm.size()) {
    return;
  }
  desk.line = mine;
  comm.run([&](MPI_Request* request) {
    return real::Ibcast(&desk.line, static_cast<int>(sizeof desk.line), handles::type_byte(), first, comm.get(),
                        request);
  });
  throw GivenUp(desk.line);
}

void settle(MPI_Comm comm, const Line& mine) {
  int rank = 0, size = 0, first = 0;
  real::Comm_rank(comm, &rank);
  real::Comm_size(comm, &size);
  const int here = mine.empty() ? size : rank;
  if (real::Allreduce(&here, &first, 1, handles::type_int(), handles::op_min(), comm) != MPI_SUCCESS) {
    throw GivenUp("MPI_Allreduce failed");
  }
  if (first == size) {
    return;
  }
  Line why = mine;
  real::Bcast(&why, static_cast<int>(sizeof why), handles::type_byte(), first, comm);
  throw GivenUp(why);
}

}  // namespace topomorph::reorder
