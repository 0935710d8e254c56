// Reads and writes the measured network of a profile.
#include "core/formats/profile/network_rows.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/terminal_text.h"
#include "core/wire/frame_io.h"

namespace topomorph::formats {

namespace {

constexpr std::size_t kLongestDoubt = 200;  // bytes: several times what is ever written

bool is_sound(const ProfiledPair& pair, std::uint64_t ranks) {
  return pair.rank < ranks && pair.other < ranks && has_sound_costs(pair);
}

ProfiledPair pair_of(std::uint64_t rank, const wire::NetworkRecord& record) {
  return {record.reach,           rank,        record.other,   record.latency, record.bandwidth, record.burst_bytes,
          record.burst_bandwidth, record.send, record.receive, record.waiting, record.doubts};
}

}  // namespace

std::string network_doubt_in(const std::map<std::string, std::string>& meta) {
  const auto found = meta.find(kNetworkDoubtKey);
  return found == meta.end() ? "" : for_terminal(std::string_view(found->second).substr(0, kLongestDoubt));
}

std::vector<ProfiledPair> write_network(Database& database, std::uint64_t rank, std::uint64_t ranks,
                                        const std::vector<wire::NetworkRecord>& records) {
  std::vector<ProfiledPair> written;
  Statement row(database, "INSERT INTO network VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const wire::NetworkRecord& record : records) {
    const ProfiledPair pair = pair_of(rank, record);
    if (static_cast<std::uint32_t>(pair.reach) >= wire::kReaches || !is_sound(pair, ranks)) continue;
    row.bind(0, wire::name(pair.reach)).bind(1, pair.rank).bind(2, pair.other).bind(3, pair.latency);
    row.bind(4, pair.bandwidth).bind(5, pair.burst_bytes).bind(6, pair.burst_bandwidth);
    row.bind(7, pair.send).bind(8, pair.receive).bind(9, pair.waiting).execute();
    written.push_back(pair);
  }
  return written;
}

std::vector<ProfiledPair> read_network(const Database& database, const ProfileParts& parts, std::uint64_t ranks) {
  std::vector<ProfiledPair> pairs;
  if (!parts.network) return pairs;
  const std::string waiting = parts.waiting ? "waiting" : "0";
  Statement rows(database,
                 "SELECT reach, rank, other, latency, bandwidth, burst_bytes, burst_bandwidth, send, receive, " +
                     waiting + " FROM network");
  while (rows.step()) {
    const ProfiledPair pair{wire::reach_named(rows.text(0)),
                            rows.number(1),
                            rows.number(2),
                            rows.real(3),
                            rows.real(4),
                            rows.real(5),
                            rows.real(6),
                            rows.real(7),
                            rows.real(8),
                            rows.real(9)};
    if (!is_sound(pair, ranks)) {
      throw InputError("holds a measured network that is damaged: a pair of ranks " + std::to_string(pair.rank) +
                       " and " + std::to_string(pair.other) + " of " + std::to_string(ranks));
    }
    pairs.push_back(pair);
  }
  return pairs;
}

namespace {

bool is_count(double value) { return std::isfinite(value) && value >= 0; }

bool is_above_zero(double value) { return std::isfinite(value) && value > 0; }

}  // namespace

bool has_sound_costs(const ProfiledPair& pair) {
  const bool no_burst = pair.burst_bytes == 0 && pair.burst_bandwidth == 0;
  return is_above_zero(pair.latency) && is_above_zero(pair.bandwidth) &&
         (no_burst || (is_above_zero(pair.burst_bytes) && is_above_zero(pair.burst_bandwidth))) &&
         is_count(pair.send) && is_count(pair.receive) && is_count(pair.waiting);
}

}  // namespace topomorph::formats
