// Reads profiles.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/formats/profile/profile.h"
#include "core/formats/profile/profile_file.h"
#include "core/formats/profile/topology_rows.h"
#include "core/trace/trace.h"

namespace topomorph::formats {

/// What a job has measured of its network.
struct ProfiledNetwork {
  std::vector<ProfiledPair> pairs;  ///< empty: not measured
  std::vector<std::string> hosts;   ///< of the job, each once, sorted
  std::string doubt = {};           ///< why the measurement is marked as doubtful; empty: it is not
};

/// Throws InputError for a file that is no profile, is damaged, or has another format version.
Profile read_profile(const ProfileFile& file);

/// Reads Profile::meta alone; its time does not depend on the size of the profile.
std::map<std::string, std::string> read_profile_meta(const ProfileFile& file);

/// Reads Profile::ranks alone. Throws InputError.
std::vector<ProfiledRank> read_profile_ranks(const ProfileFile& file);

/// Reads Profile::network and the names of the hosts alone. Throws InputError.
ProfiledNetwork read_profile_network(const ProfileFile& file);

/// Returns the largest of the virtual topologies that the program let MPI reorder. Throws InputError.
ProfiledTopologies read_profile_topologies(const ProfileFile& file, std::size_t most);

/// Returns a sum for each phase and layer with traffic, ordered by the names of phase and layer. SQLite adds up, so
/// that the traffic takes no memory. Throws InputError, also for sums of 2^63 and more.
std::vector<TrafficSum> read_profile_sums(const ProfileFile& file);

/// Throws InputError also for a profile without a trace.
trace::Trace read_profile_trace(const ProfileFile& file);

/// Groups with many pairs stay groups (Affinity::groups()).
Affinity read_profile_affinity(const ProfileFile& file, const TrafficFilter& filter = {});

}  // namespace topomorph::formats
