// Finds out where the processes of a job are: each its own place, rank 0 all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "reorder/steps/own_comm.h"

namespace topomorph::reorder {

/// Where one process is.
struct Place {
  std::string host, cpuset;
  std::string path;            ///< inside the host, as in core's ProcessLocation::path; empty if unknown
  std::string network;         ///< as in core's ProcessLocation::network; empty if the batch system does not tell
  std::string far_from_gpu;    ///< "runs on CPUs …, far from its GPU …"; empty if it does not, or uses no GPU
  bool first_of_host = false;  ///< this process has the lowest rank on its host
  std::string of_host;         ///< on the first process of a host: one line for each process there
};

/// Finds this process's place. One process of each host asks the engine for all of its host. It does not ask if all
/// have the same binding, or none, because they could not be told apart, and none shows signs that it uses GPUs.
/// Collective; throws CollectiveError.
Place locate(const OwnComm& comm);

/// What rank 0 knows of the places of all processes.
struct Places {
  std::string locations;                 ///< payload of a Locations frame
  std::vector<std::uint64_t> processes;  ///< payload of a Slots frame: slot p is for process p of the launcher
  std::string problem;                   ///< of the first host that has one
  std::string far_words;                 ///< of the first process that runs far from its GPU
  std::uint64_t far_from_gpu = 0;        ///< number of these processes
  std::size_t answer = 0;                ///< of a Question; known to all processes
};

/// Something that rank 0 decides as soon as it knows the places: an int. Its exception ends the step on all processes.
using Question = std::function<std::size_t(const Places&)>;

/// Finds this process's place as locate() does, and returns all places on rank 0, which says once if processes run far
/// from their GPUs. The last step brings rank 0's answer to `question`, which may be null. Collective; throws
/// CollectiveError.
Places find_places(const OwnComm& comm, Place& mine, const Question& question);

}  // namespace topomorph::reorder
