// Writes an affinity that no job has measured as a profile.
#include "core/formats/profile/affinity_profile.h"

#include <cstddef>
#include <vector>

#include "core/formats/profile/writer.h"
#include "core/wire/members.h"
#include "core/wire/wire.h"

namespace topomorph::formats {

namespace {

constexpr const char* kPhase = "default";

/// Calls writer.add() for each frame of the buffer.
void add_frames(ProfileWriter& writer, const wire::Buffer& buffer) {
  wire::FrameReader frames(buffer);
  while (const auto frame = frames.next()) writer.add(*frame);
}

/// A rank as a member of a group.
struct Membership {
  std::size_t group = 0, place = 0;  ///< numbers among the affinity's groups, and among the members
};

/// Returns the groups of each rank, in their order.
std::vector<std::vector<Membership>> memberships_of(const Affinity& affinity) {
  std::vector<std::vector<Membership>> of_rank(affinity.roles());
  for (std::size_t g = 0; g < affinity.groups().size(); ++g) {
    const std::vector<Role>& members = affinity.groups()[g].members;
    for (std::size_t place = 0; place < members.size(); ++place) of_rank[members[place]].push_back({g, place});
  }
  return of_rank;
}

std::string members_text(const GroupTraffic& group) {
  std::vector<int> members;
  for (const Role member : group.members) members.push_back(static_cast<int>(member));
  return wire::members_text(members);
}

/// Makes the record of each rank of an affinity.
class Records {
 public:
  explicit Records(const Affinity& affinity) : affinity_(affinity), memberships_(memberships_of(affinity)) {
    for (const GroupTraffic& group : affinity.groups()) texts_.push_back(members_text(group));
  }

  wire::Buffer of(Role rank) const {
    wire::Buffer record;
    wire::append_text(record, wire::FrameType::Process, wire::encode({{"rank", std::to_string(rank)}}));
    wire::append_text(record, wire::FrameType::Phases, std::string(kPhase) + "\n");
    std::vector<wire::TrafficRecord> rows;
    for (const AffinityEntry& entry : affinity_.row(rank)) {
      rows.push_back({0, wire::Layer::PointToPoint, rank, entry.destination, entry.bytes, entry.messages});
    }
    wire::append_records<wire::TrafficRecord>(record, wire::FrameType::Traffic, rows);
    append_groups(record, rank);
    return record;
  }

 private:
  /// Appends the rank's part of the groups, each with its members as text.
  void append_groups(wire::Buffer& record, Role rank) const {
    std::string names;
    std::vector<wire::GroupTrafficRecord> rows;
    for (const auto& [group, place] : memberships_[rank]) {
      const GroupTraffic& traffic = affinity_.groups()[group];
      rows.push_back({0, wire::Layer::PointToPoint, static_cast<std::uint32_t>(rows.size()), 0, rank,
                      traffic.bytes[place], traffic.messages[place]});
      names += texts_[group] + "\n";
    }
    if (rows.empty()) return;
    wire::append_text(record, wire::FrameType::Groups, names);
    wire::append_records<wire::GroupTrafficRecord>(record, wire::FrameType::GroupTraffic, rows);
  }

  const Affinity& affinity_;
  std::vector<std::vector<Membership>> memberships_;  // by rank
  std::vector<std::string> texts_;                    // by group: its members
};

void write(const Affinity& affinity, wire::KeyValues meta, ProfileWriter& writer) {
  meta["ranks"] = std::to_string(affinity.roles());
  wire::Buffer head;
  wire::append_text(head, wire::FrameType::Meta, wire::encode(meta));
  add_frames(writer, head);
  const Records records(affinity);
  for (Role rank = 0; rank < affinity.roles(); ++rank) add_frames(writer, records.of(rank));
  writer.commit();
}

}  // namespace

void write_affinity_profile(const Affinity& affinity, wire::KeyValues meta, const std::string& path) {
  ProfileWriter writer(path);
  write(affinity, std::move(meta), writer);
}

void write_affinity_profile(const Affinity& affinity, wire::KeyValues meta, const Folder& folder,
                            const std::string& name, mode_t mode) {
  ProfileWriter writer(folder, name, mode);
  write(affinity, std::move(meta), writer);
}

}  // namespace topomorph::formats
