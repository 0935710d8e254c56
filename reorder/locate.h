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
  std::string path;            ///< inside the host, as in core's ProcessLocation::path; empty where nothing is known
  std::string network;         ///< as in core's ProcessLocation::network; empty where the batch system says nothing
  bool first_of_host = false;  ///< of the processes that share a host this one has the lowest rank
  std::string of_host;         ///< what the first process of a host says of all that are there, a line each
};

/// Finds this process's place. One process of each host asks the engine for all of its host; none does where all have
/// the same binding, or none, since then there is nothing to tell them apart. Collective; throws CollectiveError.
Place locate(const OwnComm& comm);

/// What rank 0 knows of everybody's place.
struct Places {
  std::string locations;                 ///< payload of a Locations frame
  std::vector<std::uint64_t> processes;  ///< payload of a Slots frame: slot p is for process p of the launcher
  std::string problem;                   ///< of the first host that has one
};

/// Collective; the result is on rank 0. Throws CollectiveError.
Places gather_places(const OwnComm& comm, const Place& mine);

}  // namespace topomorph::reorder
