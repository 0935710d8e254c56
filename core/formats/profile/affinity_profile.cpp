// Writes an affinity that no job has measured as a profile.
#include "core/formats/profile/affinity_profile.h"

#include <algorithm>
#include <optional>
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

/// Returns where a rank is among the ascending members; nothing if it is none.
std::optional<std::size_t> place_of(Role rank, const GroupTraffic& group) {
  const auto found = std::ranges::lower_bound(group.members, rank);
  if (found == group.members.end() || *found != rank) return std::nullopt;
  return static_cast<std::size_t>(found - group.members.begin());
}

/// Appends the rank's part of the groups, each with its members as text.
void append_groups(wire::Buffer& record, Role rank, const Affinity& affinity, const std::vector<std::string>& texts) {
  std::string names;
  std::vector<wire::GroupTrafficRecord> rows;
  for (std::size_t g = 0; g < texts.size(); ++g) {
    const GroupTraffic& group = affinity.groups()[g];
    const auto place = place_of(rank, group);
    if (!place) continue;
    rows.push_back({0, wire::Layer::PointToPoint, static_cast<std::uint32_t>(rows.size()), 0, rank, group.bytes[*place],
                    group.messages[*place]});
    names += texts[g] + "\n";
  }
  if (rows.empty()) return;
  wire::append_text(record, wire::FrameType::Groups, names);
  wire::append_records<wire::GroupTrafficRecord>(record, wire::FrameType::GroupTraffic, rows);
}

wire::Buffer record_of(Role rank, const Affinity& affinity, const std::vector<std::string>& groups) {
  wire::Buffer record;
  wire::append_text(record, wire::FrameType::Process, wire::encode({{"rank", std::to_string(rank)}}));
  wire::append_text(record, wire::FrameType::Phases, std::string(kPhase) + "\n");
  std::vector<wire::TrafficRecord> rows;
  for (const AffinityEntry& entry : affinity.row(rank)) {
    rows.push_back({0, wire::Layer::PointToPoint, rank, entry.destination, entry.bytes, entry.messages});
  }
  wire::append_records<wire::TrafficRecord>(record, wire::FrameType::Traffic, rows);
  append_groups(record, rank, affinity, groups);
  return record;
}

std::string members_text(const GroupTraffic& group) {
  std::vector<int> members;
  for (const Role member : group.members) members.push_back(static_cast<int>(member));
  return wire::members_text(members);
}

}  // namespace

void write_affinity_profile(const Affinity& affinity, wire::KeyValues meta, const std::string& path) {
  meta["ranks"] = std::to_string(affinity.roles());
  ProfileWriter writer(path);
  wire::Buffer head;
  wire::append_text(head, wire::FrameType::Meta, wire::encode(meta));
  add_frames(writer, head);
  std::vector<std::string> groups;
  for (const GroupTraffic& group : affinity.groups()) groups.push_back(members_text(group));
  for (Role rank = 0; rank < affinity.roles(); ++rank) add_frames(writer, record_of(rank, affinity, groups));
  writer.commit();
}

}  // namespace topomorph::formats
