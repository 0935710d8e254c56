// Where the processes of a job are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reorder/comm.h"

namespace topomorph::reorder {

/// Where one process is.
struct Place {
  std::string host, cpuset;
  std::string path;           ///< inside the host, as in core's ProcessLocation::path; empty where nothing is known
  std::string network;        ///< as in core's ProcessLocation::network; empty where the batch system says nothing
  std::uint64_t process = 0;  ///< rank in the real MPI_COMM_WORLD: the number the launcher gave
  std::uint64_t leader = 0;   ///< rank of the first process on the same host: two hosts may have the same name
  std::string problem;        ///< why the path is not known, on the leader of a host where it should be
};

/// Finds this process's place. One process of each host asks the engine for all of its host; none does where all have
/// the same binding, or none, since then there is nothing to tell them apart. Collective; throws GivenUp.
Place locate(const OwnComm& comm);

/// What rank 0 knows of everybody's place.
struct Places {
  std::string locations;                 ///< payload of a Locations frame
  std::vector<std::uint64_t> processes;  ///< payload of a Slots frame: slot p is for process p of the launcher
  std::string problem;                   ///< of the first host that has one
};

/// Collective; the result is on rank 0. Throws GivenUp.
Places gather_places(const OwnComm& comm, const Place& mine);

}  // namespace topomorph::reorder
