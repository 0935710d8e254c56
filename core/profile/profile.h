// The profile file (.tmprof): one SQLite database with the affinity of a run and where it was measured.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/affinity/affinity.h"
#include "core/topology/placement.h"
#include "core/wire/wire.h"

namespace topomorph {

struct ProfiledRank {
  std::uint64_t rank = 0;
  ProcessLocation location;
  std::string cpuset;
  double mpi_seconds = 0;
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

/// Everything a .tmprof holds but its traffic, which may be large and is read separately.
struct Profile {
  std::map<std::string, std::string> meta;  ///< program, arguments, ranks, mpi, date, format_version, collectives ("exact" or "model")
  std::vector<ProfiledRank> ranks;
  std::vector<std::string> phases;
  std::vector<ProfiledCall> calls;
  std::vector<ProfiledSize> sizes;
};

Profile read_profile(const std::string& path);

/// Which traffic of a profile to read; empty means all.
struct TrafficFilter {
  std::vector<std::string> phases;
  std::vector<wire::Layer> layers;
};
Affinity read_profile_affinity(const std::string& path, const TrafficFilter& filter = {});

/// Writes a profile frame by frame, as records arrive, never holding more than one process's rows; the file appears under its name
/// only in commit(). Throws InputError (unwritable, full disk); an abandoned writer leaves nothing.
class ProfileWriter;

}  // namespace topomorph
