// The network that a job has measured at its end: a section of its profile.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/formats/profile/database.h"
#include "core/formats/profile/schema_check.h"
#include "core/wire/wire.h"

namespace topomorph::formats {

/// One measured pair of processes; the costs are those of PairCosts (core/measuring/pair.h), in seconds and bytes.
struct ProfiledPair {
  wire::Reach reach = wire::Reach::Package;
  std::uint64_t rank = 0, other = 0;  ///< ranks in MPI_COMM_WORLD; the first sent, the other received
  double latency = 0, bandwidth = 0;
  double burst_bytes = 0, burst_bandwidth = 0;  ///< 0: no burst was seen
  double send = 0, receive = 0;
  double waiting = 0;  ///< part of a core that the first takes while it waits; 0: not measured
  /// bit_of(NetworkValue) of each value that repetitions did not agree in. Known until the profile is written, which
  /// has a mark instead (kNetworkDoubtKey).
  std::uint32_t doubts = 0;
};

/// In the profile's meta: why its measured network cannot be relied on.
inline constexpr const char* kNetworkDoubtKey = "network_doubt";

/// Returns that text, or its beginning; empty if the profile has none. It may be any: what a terminal would obey is
/// replaced.
std::string network_doubt_in(const std::map<std::string, std::string>& meta);

/// Writes the pairs that process `rank` has measured, and returns them. Leaves out what a failed measurement says: a
/// profile is worth more than its network.
std::vector<ProfiledPair> write_network(Database& database, std::uint64_t rank, std::uint64_t ranks,
                                        const std::vector<wire::NetworkRecord>& records);

/// Returns all pairs; none of a profile without this section. Throws InputError for a row that no job can have written.
std::vector<ProfiledPair> read_network(const Database& database, const ProfileParts& parts, std::uint64_t ranks);

/// Whether a measurement can have found these costs: finite, and none without time. Says nothing of the ranks.
bool has_sound_costs(const ProfiledPair& pair);

}  // namespace topomorph::formats
