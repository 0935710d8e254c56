// The profile file (.tmprof): an SQLite database with the affinity of a run and the places of its processes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/formats/profile/network_rows.h"
#include "core/model/affinity.h"
#include "core/model/process_location.h"
#include "core/wire/frame_io.h"

namespace topomorph::formats {

struct ProfiledRank {
  std::uint64_t rank = 0;
  ProcessLocation location;
  std::string cpuset;
  double mpi_seconds = 0;
  /// From the end of MPI_Init to the beginning of MPI_Finalize, by the clock and of processors; 0: not known.
  double seconds = 0, cpu_seconds = 0;
};

struct ProfiledCall {
  std::string phase, function;
  std::uint64_t count = 0, bytes = 0;
  double seconds = 0;
};

struct ProfiledSize {
  std::string phase;
  wire::Layer layer;
  std::uint32_t log2 = 0;
  std::uint64_t messages = 0;
};

/// The content of a .tmprof except its traffic, which may be large and is read separately.
struct Profile {
  /// program, arguments, ranks, records (fewer than ranks if the job was aborted), mpi, date, format_version,
  /// collectives ("exact" or "model")
  std::map<std::string, std::string> meta;
  std::uint64_t job_ranks = 0;  ///< meta's ranks
  std::vector<ProfiledRank> ranks;
  std::vector<std::string> phases;
  std::vector<ProfiledCall> calls;
  std::vector<ProfiledSize> sizes;
  std::vector<ProfiledPair> network;  ///< empty: not measured
  std::string network_doubt;          ///< network_doubt_in(meta)
};

/// All traffic of one phase in one layer.
struct TrafficSum {
  std::string phase;
  wire::Layer layer = wire::Layer::PointToPoint;
  std::uint64_t bytes = 0, messages = 0;
};

/// Selects traffic of a profile; empty means all.
struct TrafficFilter {
  std::vector<std::string> phases;
  std::vector<wire::Layer> layers;
};

}  // namespace topomorph::formats
