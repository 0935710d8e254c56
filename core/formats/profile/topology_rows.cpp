// Writes and reads the virtual topologies of a profile.
#include "core/formats/profile/topology_rows.h"

#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "core/formats/profile/group_rows.h"
#include "core/wire/declared.h"
#include "core/wire/members.h"

namespace topomorph::formats {
namespace {

constexpr std::size_t kMostRows = 65536;  // of a job: rows and columns of a large grid are some thousands
constexpr std::uint64_t kMostCalls = std::numeric_limits<std::int64_t>::max();  // SQLite's limit
constexpr std::uint64_t kHeaviest = std::numeric_limits<std::int32_t>::max();   // MPI's weights; sums then fit 64 bits

std::vector<wire::DeclaredTopology> declared_in_record(const std::string& text) {
  try {
    return wire::declared_in(text);
  } catch (const InputError&) {
    return {};
  }
}

bool is_member(std::uint64_t rank, const std::vector<std::uint64_t>& members) {
  return std::binary_search(members.begin(), members.end(), rank);
}

[[noreturn]] void refuse_topologies(const std::string& what) {
  throw InputError("holds a virtual topology that is damaged: " + what);
}

/// A row of the table; the edges are read of few topologies only.
struct Head {
  std::uint64_t id = 0, told = 0;
  ProfiledTopology topology;
};

/// `records` is how many processes the file has something of; `ranks` is what it says.
std::vector<Head> read_heads(const Database& database, std::uint64_t ranks, std::uint64_t records) {
  std::vector<Head> heads;
  std::uint64_t members = 0;
  Statement rows(database, "SELECT id, call, members, calls, told FROM topologies ORDER BY id");
  while (rows.step()) {
    const std::string list = rows.text(2);
    members += wire::number_of_members(list, ranks);
    if (heads.size() >= kMostRows || members > most_group_members(ranks, records))
      refuse_topologies("too many of them");
    heads.push_back(
        {rows.number(0), rows.number(4), {rows.text(1), wire::members_of(list, ranks), rows.number(3), false, {}}});
  }
  return heads;
}

/// Returns the place of a rank among the members.
Role role_of(std::uint64_t rank, const std::vector<std::uint64_t>& members) {
  const auto found = std::lower_bound(members.begin(), members.end(), rank);
  if (found == members.end() || *found != rank) refuse_topologies("an edge of rank " + std::to_string(rank));
  return static_cast<Role>(found - members.begin());
}

void read_edges(const Database& database, Head& head) {
  head.topology.complete = head.told == head.topology.members.size();
  if (!head.topology.complete) return;
  Statement rows(database, "SELECT source, destination, weight FROM topology_edges WHERE topology = ?");
  rows.bind(0, head.id);
  while (rows.step()) {
    const std::uint64_t weight = rows.number(2);
    if (weight > kHeaviest) refuse_topologies("a weight of " + std::to_string(weight));
    const auto& members = head.topology.members;
    head.topology.edges.push_back({role_of(rows.number(0), members), role_of(rows.number(1), members), weight, 1});
  }
}

}  // namespace

void TopologyRows::next_process(std::uint64_t rank, const wire::KeyValues& values) {
  rank_ = rank;
  const auto found = values.find(wire::kDeclaredKey);
  declared_ = found == values.end() ? "" : found->second;
}

/// Returns the row of a topology, which a new one gets now; null if there are too many.
TopologyRows::Row* TopologyRows::row_of(const Key& key, const Sizes& sizes) {
  if (const auto known = rows_.find(key); known != rows_.end()) return &known->second;
  std::vector<std::uint64_t> members = wire::members_of(key.second, sizes.ranks);
  const std::uint64_t most = most_group_members(sizes.ranks, sizes.records);
  if (rows_.size() >= kMostRows || members_ + members.size() > most) return nullptr;
  members_ += members.size();
  return &rows_.emplace(key, Row{rows_.size() + 1, 0, 0, std::move(members)}).first->second;
}

void TopologyRows::groups(const std::vector<std::string>& lines, const Sizes& sizes) {
  if (declared_.empty()) return;
  Statement edge(database_, "INSERT INTO topology_edges VALUES(?, ?, ?, ?)");
  for (const wire::DeclaredTopology& topology : declared_in_record(declared_)) {
    Row* const row = topology.group < lines.size() ? row_of({topology.call, lines[topology.group]}, sizes) : nullptr;
    if (row == nullptr || !is_member(rank_, row->members)) continue;
    row->calls = std::max(row->calls, std::min(topology.calls, kMostCalls));
    row->told += topology.has_edges ? 1 : 0;
    for (const wire::DeclaredEdge& each : topology.edges) {
      if (!is_member(each.destination, row->members)) continue;
      edge.bind(0, row->id).bind(1, rank_).bind(2, each.destination).bind(3, std::min(each.weight, kHeaviest));
      edge.execute();
    }
  }
}

void TopologyRows::finish() {
  Statement row(database_, "INSERT INTO topologies VALUES(?, ?, ?, ?, ?)");
  for (const auto& [key, of] : rows_) {
    row.bind(0, of.id).bind(1, key.first).bind(2, key.second).bind(3, of.calls).bind(4, of.told).execute();
  }
}

ProfiledTopologies read_topologies(const Database& database, const ProfileParts& parts, const Sizes& sizes,
                                   std::size_t most) {
  if (!parts.topologies) return {};
  std::vector<Head> heads = read_heads(database, sizes.ranks, sizes.records);
  ProfiledTopologies result{heads.size(), {}};
  std::stable_sort(heads.begin(), heads.end(), [](const Head& a, const Head& b) {
    return std::pair(a.topology.members.size(), a.topology.calls) >
           std::pair(b.topology.members.size(), b.topology.calls);
  });
  if (heads.size() > most) heads.resize(most);
  for (Head& head : heads) {
    read_edges(database, head);
    result.list.push_back(std::move(head.topology));
  }
  return result;
}

}  // namespace topomorph::formats
