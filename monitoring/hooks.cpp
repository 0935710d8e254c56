// Counts sends and one-sided communication. Traffic goes from the process that has the data: a read goes from the
// target to this process.
#include "monitoring/hooks.h"

#include <limits>

#include "monitoring/counting/roles.h"
#include "monitoring/counting/thread_counters.h"
#include "runtime/mpi/handles.h"

namespace topomorph::monitoring {
namespace {

struct Access {
  bool writes = true;
  bool reads = true;
  std::uint64_t written = 0;
  std::uint64_t read = 0;
};

void count_access(int target, MPI_Win window, const Access& access) {
  ThreadCounters* const thread = ThreadCounters::in_call();
  if (thread == nullptr) return;
  const int role = roles::of_target(*thread, window, target);
  if (access.writes) count_messages(*thread, wire::Layer::OneSided, false, role, access.written);
  if (access.reads) count_messages(*thread, wire::Layer::OneSided, true, role, access.read);
}

bool writes(MPI_Op op) { return op != handles::op_no_op(); }

}  // namespace

void send(MPI_Count count, MPI_Datatype datatype, int destination, MPI_Comm comm) {
  ThreadCounters* const thread = ThreadCounters::in_call();
  if (thread == nullptr || destination < 0) return;
  constexpr auto kLayer = wire::Layer::PointToPoint;
  const int role = roles::of_peer(*thread, comm, destination);
  const std::uint64_t bytes = bytes_in(count, datatype);
  TrafficCounter* const traffic = count_messages(*thread, kLayer, false, role, bytes);
  if (traffic == nullptr || count > std::numeric_limits<int>::max()) return;
  thread->send_cache.place(destination) = {comm,  datatype, CachedSend::packed(static_cast<int>(count), destination),
                                           bytes, traffic,  &thread->size_class(kLayer, bytes)};
}

void put(MPI_Count count, MPI_Datatype datatype, int target, MPI_Win window) {
  count_access(target, window, {true, false, bytes_in(count, datatype), 0});
}

void get(MPI_Count count, MPI_Datatype datatype, int target, MPI_Win window) {
  count_access(target, window, {false, true, 0, bytes_in(count, datatype)});
}

void get_accumulate(MPI_Count origin_count, MPI_Datatype origin_datatype, MPI_Count result_count,
                    MPI_Datatype result_datatype, int target, MPI_Op op, MPI_Win window) {
  const std::uint64_t written = writes(op) ? bytes_in(origin_count, origin_datatype) : 0;
  count_access(target, window, {writes(op), true, written, bytes_in(result_count, result_datatype)});
}

void fetch_and_op(MPI_Datatype datatype, int target, MPI_Op op, MPI_Win window) {
  const std::uint64_t bytes = bytes_in(1, datatype);
  count_access(target, window, {writes(op), true, bytes, bytes});
}

/// Counts one element each way, as Open MPI's own one-sided monitoring does (ompi/mca/osc/monitoring).
void compare_and_swap(MPI_Datatype datatype, int target, MPI_Win window) {
  const std::uint64_t bytes = bytes_in(1, datatype);
  count_access(target, window, {true, true, bytes, bytes});
}

}  // namespace topomorph::monitoring
