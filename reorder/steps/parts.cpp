// Splits communicators, after all processes have arrived.
#include "reorder/steps/parts.h"

#include <cstdint>
#include <optional>

#include "core/base/digest.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/collective_step.h"
#include "reorder/steps/this_process.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/implementation.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::reorder {
namespace {

/// A process without memory for the name takes part in the split and gets no communicator.
std::optional<std::uint64_t> digest_of_host_name() {
  std::optional<std::uint64_t> digest;
  static_cast<void>(failure_of([&] { digest = fnv1a(host_name()); }));
  return digest;
}

/// Splits twice, because a colour has 31 bits: two of a few thousand hosts may have the same, but not twice.
int split_by_host_name(const OwnComm& comm, MPI_Comm* host) {
  constexpr std::uint64_t kColours = 0x7fffffff;
  const std::optional<std::uint64_t> digest = digest_of_host_name();
  const int first = digest ? static_cast<int>(*digest & kColours) : MPI_UNDEFINED;
  MPI_Comm near = handles::comm_null();
  const int error = real::Comm_split(comm.get(), first, comm.rank(), &near);
  if (error != MPI_SUCCESS || near == handles::comm_null()) return error;
  const int second = real::Comm_split(near, static_cast<int>(*digest >> 32 & kColours), comm.rank(), host);
  real::Comm_free(&near);
  return second;
}

}  // namespace

OwnComm part_of(const OwnComm& comm, bool in) {
  arrive(comm);
  MPI_Comm part = handles::comm_null();
  const int error = real::Comm_split(comm.get(), in ? 0 : MPI_UNDEFINED, comm.rank(), &part);
  return {comm.get(), part, error};
}

OwnComm host_of(const OwnComm& comm) {
  arrive(comm);
  MPI_Comm host = handles::comm_null();
  const int error = runtime::knows_hosts()
                        ? real::Comm_split_type(comm.get(), MPI_COMM_TYPE_SHARED, 0, handles::info_null(), &host)
                        : split_by_host_name(comm, &host);
  return {comm.get(), host, error};
}

}  // namespace topomorph::reorder
