// Reads profiles.
#include "core/formats/profile/reader.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/formats/profile/database.h"
#include "core/formats/profile/distrust.h"
#include "core/formats/profile/group_rows.h"
#include "core/formats/profile/network_rows.h"
#include "core/formats/profile/processor_rows.h"
#include "core/formats/profile/schema.h"
#include "core/formats/profile/schema_check.h"
#include "core/formats/profile/trace_rows.h"
#include "core/model/groups.h"

namespace topomorph::formats {

namespace {

std::map<std::string, std::string> read_meta(const Database& database) {
  std::map<std::string, std::string> meta;
  Statement rows(database, "SELECT key, value FROM meta");
  while (rows.step()) {
    meta[rows.text(0)] = rows.text(1);
  }
  return meta;
}

}  // namespace

/// Opens a profile, compares its tables, reads its meta and checks the format version.
struct OpenProfile {
  explicit OpenProfile(const ProfileFile& file)
      : database(Database::open_for_reading(file)),
        parts(check_schema(database, file.path())),
        meta(read_meta(database)) {
    const std::string& path = file.path();
    const std::string plain = std::to_string(profile_schema::kFormatVersion);
    const std::string grouped = std::to_string(profile_schema::kVersionWithGroups), found = meta["format_version"];
    if (found != plain && found != grouped) {
      throw InputError(path, 0, "is a profile of format version '" + found + "': expected " + plain + " or " + grouped);
    }
    if (found == grouped && !parts.groups) throw InputError(path, 0, "is a damaged profile: found no tables of groups");
    has_groups = found == grouped;
  }

  /// Returns the ranks of the job. Throws InputError unless a job may have so many.
  std::uint64_t ranks() const {
    const std::uint64_t ranks = wire::unsigned_value(meta, "ranks");
    check_number_of_roles(ranks);
    return ranks;
  }

  bool has_groups = false;  ///< if false, their tables may not exist

  Database database;
  ProfileParts parts;
  std::map<std::string, std::string> meta;
};

namespace {

/// Returns the open profile that all readers of the file share.
const OpenProfile& opened(const ProfileFile& file) {
  std::shared_ptr<OpenProfile>& kept = file.kept();
  if (kept) {
    kept->database.renew_patience();
  } else {
    kept = std::make_shared<OpenProfile>(file);
  }
  return *kept;
}

/// Runs `read` with the open profile, and adds the file's name to its errors.
template <typename Read>
auto in_profile(const ProfileFile& file, Read read) {
  try {
    return read(opened(file));
  } catch (const InputError& error) {
    if (std::string_view(error.what()).starts_with(file.path())) throw;
    throw InputError(file.path(), 0, error.what());
  }
}

std::vector<ProfiledRank> read_ranks(const Database& database, const ProfileParts& parts) {
  std::vector<ProfiledRank> ranks;
  Statement rows(database, "SELECT rank, host, cpuset, path, mpi_seconds FROM ranks ORDER BY rank");
  while (rows.step()) {
    ranks.push_back({rows.number(0), {rows.text(1), rows.text(3)}, rows.text(2), rows.real(4)});
  }
  read_processors(database, parts, ranks);
  return ranks;
}

std::vector<std::string> read_hosts(const Database& database) {
  std::set<std::string> hosts;
  Statement rows(database, "SELECT host FROM ranks");
  while (rows.step()) hosts.insert(rows.text(0));
  return {hosts.begin(), hosts.end()};
}

/// Goes from row to row: SQLite's count(*) asks nobody whether to stop, and never ends where pages contain each other.
std::uint64_t number_of_records(const Database& database) {
  std::uint64_t records = 0;
  Statement rows(database, "SELECT rank FROM ranks");
  while (rows.step()) ++records;
  return records;
}

std::vector<std::string> read_phases(const Database& database) {
  std::vector<std::string> phases;
  Statement rows(database, "SELECT name FROM phases ORDER BY id");
  while (rows.step()) phases.push_back(rows.text(0));
  return phases;
}

std::vector<ProfiledCall> read_calls(const Database& database) {
  std::vector<ProfiledCall> calls;
  Statement rows(database, "SELECT phase, function, count, bytes, time FROM calls");
  while (rows.step()) {
    calls.push_back({rows.text(0), rows.text(1), rows.number(2), rows.number(3), rows.real(4)});
  }
  return calls;
}

bool passes(const TrafficFilter& filter, const std::string& phase, wire::Layer layer);

/// Returns the groups without their traffic. Counts the members of all before memory is taken for those of the first.
GroupSums read_members(const OpenProfile& open, std::uint64_t ranks) {
  GroupSums sums(ranks, number_of_records(open.database));
  Statement members(open.database, "SELECT members FROM groups");
  while (members.step()) sums.count_group(members.text(0));
  Statement groups(open.database, "SELECT id, members FROM groups");
  while (groups.step()) sums.add_group(groups.number(0), groups.text(1));
  return sums;
}

/// Returns the groups with the traffic that the filter selects. A row's volume counts once for each of its members.
std::vector<GroupTraffic> read_groups(const OpenProfile& open, std::uint64_t ranks, const TrafficFilter& filter) {
  if (!open.has_groups) return {};
  GroupSums sums = read_members(open, ranks);
  Statement rows(open.database,
                 "SELECT group_id, direction, first, last, bytes, messages, phase, layer FROM group_traffic");
  while (rows.step()) {
    if (!passes(filter, rows.text(6), wire::layer_named(rows.text(7)))) continue;
    sums.add(rows.number(0), rows.text(1), rows.number(2), rows.number(3), rows.number(4), rows.number(5));
  }
  return sums.take();
}

/// Checks that the size, which is below 2^log2, fits 64 bits.
std::uint32_t checked_log2(std::uint64_t log2) {
  if (log2 > profile_schema::kMostLog2) {
    throw InputError("holds a size of 2^" + std::to_string(log2) + " bytes, expected at most 2^64");
  }
  return static_cast<std::uint32_t>(log2);
}

std::vector<ProfiledSize> read_sizes(const Database& database) {
  std::vector<ProfiledSize> sizes;
  Statement rows(database, "SELECT phase, layer, log2, messages FROM sizes");
  while (rows.step()) {
    sizes.push_back({rows.text(0), wire::layer_named(rows.text(1)), checked_log2(rows.number(2)), rows.number(3)});
  }
  return sizes;
}

/// The traffic by phase and the name of its layer. Sums that a profile cannot hold are refused.
class SumsByPhase {
 public:
  void add(std::string phase, std::string layer, std::uint64_t bytes, std::uint64_t messages, std::uint64_t times) {
    const wire::Layer known = wire::layer_named(layer);
    TrafficSum& sum = sums_[{std::move(phase), std::move(layer)}];
    sum.layer = known;
    add_to(sum.bytes, bytes, times);
    add_to(sum.messages, messages, times);
  }

  std::vector<TrafficSum> take() {
    std::vector<TrafficSum> sums;
    for (auto& [key, sum] : sums_) {
      sum.phase = key.first;
      sums.push_back(std::move(sum));
    }
    return sums;
  }

 private:
  static void add_to(std::uint64_t& sum, std::uint64_t each, std::uint64_t times) {
    constexpr auto kMost = static_cast<std::uint64_t>(INT64_MAX);
    std::uint64_t more = 0;
    if (__builtin_mul_overflow(each, times, &more) || __builtin_add_overflow(sum, more, &sum) || sum > kMost) {
      throw InputError("the traffic of a phase adds up to more than 2^63 - 1");
    }
  }

  std::map<std::pair<std::string, std::string>, TrafficSum> sums_;
};

void add_traffic_sums(const Database& database, SumsByPhase& sums) {
  Statement rows(database, "SELECT phase, layer, bytes, messages FROM traffic");
  while (rows.step()) sums.add(rows.text(0), rows.text(1), rows.number(2), rows.number(3), 1);
}

void add_group_sums(const OpenProfile& open, SumsByPhase& sums) {
  const GroupSums groups = read_members(open, open.ranks());
  Statement rows(open.database, "SELECT phase, layer, bytes, messages, group_id, first, last FROM group_traffic");
  while (rows.step()) {
    const std::uint64_t members = groups.members_between(rows.number(4), rows.number(5), rows.number(6));
    sums.add(rows.text(0), rows.text(1), rows.number(2), rows.number(3), members);
  }
}

template <typename Value>
bool passes(const std::vector<Value>& allowed, const Value& value) {
  return allowed.empty() || std::find(allowed.begin(), allowed.end(), value) != allowed.end();
}

bool passes(const TrafficFilter& filter, const std::string& phase, wire::Layer layer) {
  return passes(filter.phases, phase) && passes(filter.layers, layer);
}

/// Throws InputError for an unknown phase, because it is a typing error and not an empty selection.
void check_phases(const Database& database, const std::vector<std::string>& wanted) {
  const std::vector<std::string> known = read_phases(database);
  for (const std::string& phase : wanted) {
    if (std::find(known.begin(), known.end(), phase) == known.end()) {
      throw InputError("has no phase '" + phase + "'");
    }
  }
}

std::vector<Traffic> read_traffic(const Database& database, const TrafficFilter& filter) {
  check_phases(database, filter.phases);
  std::vector<Traffic> traffic;
  Statement rows(database, "SELECT source, destination, bytes, messages, phase, layer FROM traffic");
  while (rows.step()) {
    if (passes(filter, rows.text(4), wire::layer_named(rows.text(5)))) {
      traffic.push_back({rows.number(0), rows.number(1), rows.number(2), rows.number(3)});
    }
  }
  return traffic;
}

}  // namespace

std::map<std::string, std::string> read_profile_meta(const ProfileFile& file) {
  return in_profile(file, [](const OpenProfile& open) { return open.meta; });
}

Profile read_profile(const ProfileFile& file) {
  return in_profile(file, [&](const OpenProfile& open) {
    const std::uint64_t ranks = open.ranks();
    return Profile{open.meta,
                   ranks,
                   read_ranks(open.database, open.parts),
                   read_phases(open.database),
                   read_calls(open.database),
                   read_sizes(open.database),
                   read_network(open.database, open.parts, ranks),
                   network_doubt_in(open.meta)};
  });
}

std::vector<ProfiledRank> read_profile_ranks(const ProfileFile& file) {
  return in_profile(file, [&](const OpenProfile& open) { return read_ranks(open.database, open.parts); });
}

ProfiledNetwork read_profile_network(const ProfileFile& file) {
  return in_profile(file, [&](const OpenProfile& open) {
    return ProfiledNetwork{read_network(open.database, open.parts, open.ranks()), read_hosts(open.database),
                           network_doubt_in(open.meta)};
  });
}

ProfiledTopologies read_profile_topologies(const ProfileFile& file, std::size_t most) {
  return in_profile(file, [&](const OpenProfile& open) {
    return read_topologies(open.database, open.parts, {open.ranks(), number_of_records(open.database)}, most);
  });
}

std::vector<TrafficSum> read_profile_sums(const ProfileFile& file) {
  return in_profile(file, [&](const OpenProfile& open) {
    SumsByPhase sums;
    add_traffic_sums(open.database, sums);
    if (open.has_groups) add_group_sums(open, sums);
    return sums.take();
  });
}

trace::Trace read_profile_trace(const ProfileFile& file) {
  return in_profile(file, [&](const OpenProfile& open) {
    const std::uint64_t ranks = open.ranks();
    check_roles_have_entries(ranks, number_of_records(open.database));
    if (!open.parts.trace) throw InputError(no_trace_text());  // an older version wrote it
    return read_trace(open.database, open.meta, ranks, read_phases(open.database));
  });
}

Affinity read_profile_affinity(const ProfileFile& file, const TrafficFilter& filter) {
  return in_profile(file, [&](const OpenProfile& open) {
    const std::uint64_t ranks = open.ranks();
    std::vector<Traffic> traffic = read_traffic(open.database, filter);
    check_roles_have_entries(ranks, number_of_records(open.database) + traffic.size());
    return affinity_of(ranks, std::move(traffic), read_groups(open, ranks, filter));
  });
}

}  // namespace topomorph::formats
