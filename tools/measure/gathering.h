// What the processes of the measuring job tell the first one, and it them.
#pragma once

#include <functional>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include <mpi.h>

#include "core/topology/placement.h"
#include "tools/measure/schedule.h"

namespace topomorph::measure {

/// Where every process is, on all of them; with what Slurm says of its host. Inside a host it is known where processes
/// are bound to different CPUs. Hosts of one name that share no memory are told apart: "name", "name/2". Collective.
std::vector<ProcessLocation> locations(MPI_Comm comm);

/// Waits for everybody without using the processor that somebody may be measuring on. Collective.
void wait_for_all(MPI_Comm comm);

/// Done on process 0 alone. Where it throws there, all throw InputError. Collective.
void on_first(MPI_Comm comm, const std::function<void()>& work);

/// The records of all processes on process 0, in order of the processes. Collective.
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
