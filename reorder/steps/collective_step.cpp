// Finds out whether a step has failed on any process.
#include "reorder/steps/collective_step.h"

#include <algorithm>

#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::reorder {

Numbers share_failure(const OwnComm& comm, const process::FixedString& mine, const Numbers& numbers, double limits) {
  Desk& desk = comm.desk();
  auto &out = desk.numbers_out, &all = desk.numbers_in;
  out[0] = mine.empty() ? comm.size() : comm.rank();
  std::transform(numbers.begin(), numbers.end(), out.begin() + 1, [](std::size_t n) { return -static_cast<int>(n); });
  comm.run(
      [&](MPI_Request* request) {
        return real::Iallreduce(out.data(), all.data(), static_cast<int>(out.size()), handles::type_int(),
                                handles::op_min(), comm.get(), request);
      },
      limits);
  const int first = all[0];
  if (first == comm.size()) {
    Numbers largest{};
    std::transform(all.begin() + 1, all.end(), largest.begin(), [](int n) { return static_cast<std::size_t>(-n); });
    return largest;
  }
  desk.line = mine;
  comm.run([&](MPI_Request* request) {
    return real::Ibcast(&desk.line, static_cast<int>(sizeof desk.line), handles::type_byte(), first, comm.get(),
                        request);
  });
  throw CollectiveError(desk.line);
}

std::size_t share_failure(const OwnComm& comm, const process::FixedString& mine, double limits, std::size_t number) {
  return share_failure(comm, mine, Numbers{number}, limits)[0];
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

void arrive(const OwnComm& comm) {
  share_failure(comm, process::FixedString());
  share_failure(comm, process::FixedString(), 2);
}

namespace {

bool agree_within(const OwnComm& comm, bool mine, double limits) {
  const process::FixedString failure = failure_of([&] {
    Desk& desk = comm.desk();
    desk.number_out = mine ? 1 : 0;
    comm.run(
        [&](MPI_Request* request) {
          return real::Iallreduce(&desk.number_out, &desk.number_in, 1, handles::type_int(), handles::op_min(),
                                  comm.get(), request);
        },
        limits);
  });
  return failure.empty() && comm.desk().number_in == 1;
}

}  // namespace

bool agree(const OwnComm& comm, bool mine) { return comm.valid() && agree_within(comm, mine, 1); }

bool confirm(const OwnComm& comm) { return comm.valid() && agree_within(comm, true, 2); }

}  // namespace topomorph::reorder
