// The profile file (.tmprof): one SQLite database with the affinity of a run and where it was measured.
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

/// Everything a .tmprof holds but its traffic, which may be large and is read separately.
struct Profile {
  /// program, arguments, ranks, records (fewer than ranks where the job was aborted), mpi, date, format_version,
  /// collectives ("exact" or "model")
  std::map<std::string, std::string> meta;
  std::uint64_t job_ranks = 0;  ///< meta's ranks
  std::vector<ProfiledRank> ranks;
  std::vector<std::string> phases;
  std::vector<ProfiledCall> calls;
  std::vector<ProfiledSize> sizes;
};

/// Throws InputError for a file that is no profile, is damaged, or is of another format version.
Profile read_profile(const std::string& path);
/// Profile::meta alone, whatever the size of the profile.
std::map<std::string, std::string> read_profile_meta(const std::string& path);

/// All traffic of one phase in one layer.
struct TrafficSum {
  std::string phase;
  wire::Layer layer = wire::Layer::PointToPoint;
  std::uint64_t bytes = 0, messages = 0;
};

/// One for each phase and layer that has any, by name of the phase and the layer. Adds up inside the file: takes no
/// memory for the traffic. Throws InputError, also for sums of 2^63 and more.
std::vector<TrafficSum> read_profile_sums(const std::string& path);

/// Which traffic of a profile to read; empty means all.
struct TrafficFilter {
  std::vector<std::string> phases;
  std::vector<wire::Layer> layers;
};
/// Groups with many pairs stay groups (Affinity::groups()).
Affinity read_profile_affinity(const std::string& path, const TrafficFilter& filter = {});

/// Writes a profile frame by frame, as records arrive, never holding more than one process's rows; the file appears
/// under its name only in commit(). Throws InputError (unwritable, full disk, damaged record); an abandoned writer
/// leaves nothing.
class ProfileWriter {
 public:
  explicit ProfileWriter(const std::string& path);
  ~ProfileWriter();

  /// Takes the next frame: Meta first, then of every process, in any order of processes: Process, Phases, Groups,
  /// Traffic, GroupTraffic, Calls, Sizes; what is empty may be absent.
  void add(const wire::Frame& frame);
  std::uint64_t records() const;     ///< processes taken so far
  std::uint64_t summarised() const;  ///< those of them that did not tell all their pairs
  void commit();

 private:
  class Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace topomorph::formats
