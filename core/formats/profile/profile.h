// The profile file (.tmprof): an SQLite database with the affinity of a run and the places of its processes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/model/affinity.h"
#include "core/model/process_location.h"
#include "core/wire/frame_io.h"

namespace topomorph::formats {

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
};

/// Throws InputError for a file that is no profile, is damaged, or has another format version.
Profile read_profile(const std::string& path);
/// Reads Profile::meta alone; its time does not depend on the size of the profile.
std::map<std::string, std::string> read_profile_meta(const std::string& path);

/// All traffic of one phase in one layer.
struct TrafficSum {
  std::string phase;
  wire::Layer layer = wire::Layer::PointToPoint;
  std::uint64_t bytes = 0, messages = 0;
};

/// Returns a sum for each phase and layer with traffic, ordered by the names of phase and layer. SQLite adds up, so
/// that the traffic takes no memory. Throws InputError, also for sums of 2^63 and more.
std::vector<TrafficSum> read_profile_sums(const std::string& path);

/// Selects traffic of a profile; empty means all.
struct TrafficFilter {
  std::vector<std::string> phases;
  std::vector<wire::Layer> layers;
};
/// Groups with many pairs stay groups (Affinity::groups()).
Affinity read_profile_affinity(const std::string& path, const TrafficFilter& filter = {});

/// Writes a profile frame by frame as records arrive, and never holds more than one process's rows. The file appears
/// under its name in commit(); without it nothing is left. Throws InputError (unwritable, full disk, damaged record).
class ProfileWriter {
 public:
  explicit ProfileWriter(const std::string& path);
  ~ProfileWriter();

  /// Takes the next frame. Meta comes first, then for every process, in any order of processes: Process, Phases,
  /// Groups, Traffic, GroupTraffic, Calls, Sizes. Empty frames may be absent.
  void add(const wire::Frame& frame);
  std::uint64_t records() const;     ///< processes so far
  std::uint64_t summarised() const;  ///< processes so far that did not send all their pairs
  void commit();

 private:
  class Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace topomorph::formats
