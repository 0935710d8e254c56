// Exchange of data between the processes of the measuring job.
#pragma once

#include <functional>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include <mpi.h>

#include "core/topology/hosts/placement.h"
#include "tools/measure/schedule.h"

namespace topomorph::measure {

/// Returns the locations of all processes, on all processes, with Slurm's address of each host. The path inside a host
/// is known if its processes are bound to different CPUs. Hosts of one name that share no memory become "name",
/// "name/2". Collective.
std::vector<ProcessLocation> locations(MPI_Comm comm);

/// Waits for all processes. Sleeps meanwhile, because another process may be measuring on the same core. Collective.
void wait_for_all(MPI_Comm comm);

/// Calls `work` on process 0. If it throws, all processes throw InputError. Collective.
void on_first(MPI_Comm comm, const std::function<void()>& work);

/// Gathers the records of all processes on process 0, in the order of the ranks. Collective.
template <typename Record>
std::vector<Record> gather(MPI_Comm comm, const std::vector<Record>& mine) {
  static_assert(std::is_trivially_copyable_v<Record>);
  int rank = 0, processes = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &processes);
  const int bytes = static_cast<int>(mine.size() * sizeof(Record));
  std::vector<int> lengths(rank == 0 ? static_cast<std::size_t>(processes) : 0);
  MPI_Gather(&bytes, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, comm);
  std::vector<int> starts(lengths.size() + 1, 0);
  std::partial_sum(lengths.begin(), lengths.end(), starts.begin() + 1);
  std::vector<Record> all(static_cast<std::size_t>(starts.back()) / sizeof(Record));
  MPI_Gatherv(mine.data(), bytes, MPI_BYTE, all.data(), lengths.data(), starts.data(), MPI_BYTE, 0, comm);
  return all;
}

}  // namespace topomorph::measure
