// Reads a request for a plan, checks it, and computes the affinity and the slots that it asks for.
#include "tools/engine/plan_request.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/evaluation/cost_model.h"
#include "core/extrapolation/extrapolate.h"
#include "core/formats/profile/profile.h"
#include "core/formats/profile/reader.h"
#include "core/model/groups.h"

namespace topomorph::engine {

namespace {

/// Cuts the text before the next tab, or all, from `rest`.
std::string take_field(std::string_view& rest) {
  const std::size_t tab = std::min(rest.find('\t'), rest.size());
  std::string field(rest.substr(0, tab));
  rest.remove_prefix(std::min(tab + 1, rest.size()));
  return field;
}

void add_location(const std::string& line, PlanRequest& request) {
  if (line.find('\t') == std::string::npos) {
    throw InputError("location '" + line + "': expected host, tab, path, maybe tab and network, maybe tab and gpu");
  }
  std::string_view rest = line;
  ProcessLocation& location = request.locations.emplace_back();
  location.host = take_field(rest);
  location.path = take_field(rest);
  location.network = take_field(rest);
  request.uses_gpu.push_back(take_field(rest) == "gpu");
  location.processors = take_field(rest);
}

/// The last frame counts.
void take_locations(const wire::Frame& frame, PlanRequest& request) {
  request.locations.clear();
  request.uses_gpu.clear();
  for (const std::string& line : wire::lines(wire::text(frame))) add_location(line, request);
}

CartesianPattern grid_of(const wire::Frame& frame) {
  const auto numbers = wire::records<std::int64_t>(frame);
  Grid grid;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
    grid.dims.push_back(numbers[i]);
    grid.periodic.push_back(numbers[i + 1] != 0);
  }
  const std::size_t dimensions = grid.dims.size();
  return {std::move(grid), nearest_neighbour(dimensions)};
}

}  // namespace

void RequestedGroups::name(const std::vector<std::string>& lines) {
  of_process_.clear();
  for (const std::string& line : lines) {
    const auto [known, is_new] = numbers_.emplace(line, numbers_.size());
    if (is_new) sums_.add_group(known->second, line);
    of_process_.push_back(known->second);
  }
}

void RequestedGroups::add(const wire::GroupTrafficRecord& row) {
  if (row.group >= of_process_.size()) {
    throw InputError(fmt::format("plan request: traffic of group {} of {}", row.group, of_process_.size()));
  }
  sums_.add(of_process_[row.group], row.inward != 0 ? "in" : "out", row.member, row.member, row.bytes, row.messages);
}

namespace {

void take_frame(PlanRequest& request, const wire::Frame& frame) {
  switch (frame.type) {
    case wire::FrameType::Locations:
      take_locations(frame, request);
      return;
    case wire::FrameType::Members:
      request.members = wire::records<std::uint64_t>(frame);
      return;
    case wire::FrameType::Traffic:
      for (const auto& row : wire::records<wire::TrafficRecord>(frame)) {
        request.traffic.push_back({row.source, row.destination, row.bytes, row.messages});
      }
      return;
    case wire::FrameType::Groups:
      request.groups.name(wire::lines(wire::text(frame)));
      return;
    case wire::FrameType::GroupTraffic:
      for (const auto& row : wire::records<wire::GroupTrafficRecord>(frame)) request.groups.add(row);
      return;
    case wire::FrameType::Grid:
      request.grid = grid_of(frame);
      return;
    case wire::FrameType::Slots:
      request.slots = wire::records<std::uint64_t>(frame);
      return;
    case wire::FrameType::Process:  // the other frames of a record say nothing about traffic between pairs
    case wire::FrameType::Phases:
    case wire::FrameType::Calls:
    case wire::FrameType::Sizes:
    case wire::FrameType::Network:
    case wire::FrameType::Channels:
    case wire::FrameType::TraceGroups:
    case wire::FrameType::Steps:
      return;
    default:
      throw InputError(std::string(wire::name(frame.type)) + " frame: no part of a plan request");
  }
}

void check(const PlanRequest& request) {
  if (request.locations.empty()) {
    throw InputError("plan request without Locations");
  }
  const auto check_size = [&](const std::vector<std::uint64_t>& given, const char* what) {
    if (given.empty() || given.size() == request.locations.size()) return;
    throw InputError(
        fmt::format("plan request with {} {} and {} locations", given.size(), what, request.locations.size()));
  };
  check_size(request.members, "members");
  check_size(request.slots, "slots");
  if (request.grid && static_cast<std::uint64_t>(request.grid->cells()) > request.locations.size()) {
    throw InputError(fmt::format("plan request with a grid of {} cells and {} locations", request.grid->cells(),
                                 request.locations.size()));
  }
}

std::unordered_map<std::uint64_t, Role> role_of_member(const std::vector<std::uint64_t>& members) {
  std::unordered_map<std::uint64_t, Role> roles;
  for (const std::uint64_t member : members) {
    if (!roles.emplace(member, roles.size()).second) {
      throw InputError(fmt::format("plan request names member {} twice", member));
    }
  }
  return roles;
}

/// Translates world ranks into ranks of the communicator and drops traffic with other processes.
void translate(std::vector<Traffic>& traffic, const std::vector<std::uint64_t>& members) {
  const auto roles = role_of_member(members);
  std::erase_if(traffic, [&](Traffic& row) {
    const auto source = roles.find(row.source), destination = roles.find(row.destination);
    if (source == roles.end() || destination == roles.end()) {
      return true;
    }
    row.source = source->second;
    row.destination = destination->second;
    return false;
  });
}

/// Reduces a group to its members in the communicator, which keep their traffic with each other.
GroupTraffic inside(const GroupTraffic& group, const std::unordered_map<std::uint64_t, Role>& roles) {
  std::vector<std::pair<Role, std::size_t>> kept;
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    if (const auto role = roles.find(group.members[i]); role != roles.end()) kept.emplace_back(role->second, i);
  }
  std::sort(kept.begin(), kept.end());
  const double share = kept.empty() ? 0
                                    : static_cast<double>(kept.size() - 1) /
                                          static_cast<double>(std::max<std::size_t>(group.members.size() - 1, 1));
  const auto part = [share](std::uint64_t volume) {
    return share == 1 ? volume : static_cast<std::uint64_t>(static_cast<double>(volume) * share);
  };
  GroupTraffic result;
  for (const auto& [role, i] : kept) {
    result.members.push_back(role);
    result.bytes.push_back(part(group.bytes[i]));
    result.messages.push_back(part(group.messages[i]));
  }
  return result;
}

RequestedAffinity continued(const Affinity& affinity, const std::string& path, std::uint64_t ranks) {
  try {
    extrapolation::Continuation result = extrapolation::extrapolate(affinity, nullptr, ranks);
    return {std::move(result.affinity), result.text()};
  } catch (const InputError& error) {
    throw InputError(fmt::format("profile {} is of {}, this job has {}: {}", path, counted(affinity.roles(), "rank"),
                                 ranks, error.what()));
  }
}

RequestedAffinity profiled_affinity(const formats::ProfileFile& profile, std::uint64_t ranks) {
  Affinity affinity = formats::read_profile_affinity(profile);
  if (affinity.roles() != ranks) return continued(affinity, profile.path(), ranks);
  return {std::move(affinity), formats::read_profile_meta(profile)["continued"]};
}

}  // namespace

PlanRequest read_plan_request(wire::FrameStream& in) {
  PlanRequest request;
  while (const auto frame = in.next()) {
    if (frame->type == wire::FrameType::End) {
      check(request);
      return request;
    }
    take_frame(request, *frame);
  }
  throw InputError("plan request is cut: no End");
}

RequestedAffinity requested_affinity(PlanRequest& request, const formats::ProfileFile& profile) {
  if (!profile.empty()) {
    return profiled_affinity(profile, request.locations.size());
  }
  if (request.grid) {
    return {to_affinity(*request.grid), ""};
  }
  std::vector<GroupTraffic> groups = request.groups.take();
  if (!request.members.empty()) {
    translate(request.traffic, request.members);
    const auto roles = role_of_member(request.members);
    for (GroupTraffic& group : groups) group = inside(group, roles);
  }
  return {affinity_of(request.locations.size(), std::move(request.traffic), std::move(groups)), ""};
}

std::optional<trace::Trace> requested_trace(const PlanRequest& request, const formats::ProfileFile& profile) {
  constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 22;  // folded: 128 MB, read in a tenth of a second
  if (profile.empty() || request.grid || !request.members.empty()) return std::nullopt;
  const wire::KeyValues meta = formats::read_profile_meta(profile);
  if (wire::unsigned_value(meta, "ranks") != request.locations.size()) return std::nullopt;
  if (!meta.contains("trace_seen") || wire::unsigned_value(meta, "trace_steps") > kMostSteps) return std::nullopt;
  try {
    return formats::read_profile_trace(profile);
  } catch (const InputError&) {  // its traffic may be good
    return std::nullopt;
  }
}

planning::JobSlots job_slots(const PlanRequest& request, const PlanOptions& options, std::uint64_t between_hosts) {
  planning::TopologyRequest wanted{request.locations, options.topology, request.slots};
  wanted.between_hosts = between_hosts;
  wanted.needs_hosts_before_all =
      options.cost == evaluation::CostModel::Bytes || options.cost == evaluation::CostModel::Messages;
  return planning::choose_topology(wanted);
}

std::string shape_of_places(const planning::JobSlots& job) {
  const TreeTopology* tree = job.tree();
  if (tree == nullptr) return fmt::format("\n{}: {}", job.topology->describe(), fmt::join(job.slot_of_process, " "));
  std::string text;
  for (std::size_t level = 1; level <= tree->levels(); ++level) {
    text += fmt::format("\n{}:", tree->level(level).distance);
    std::unordered_map<std::size_t, std::size_t> number;
    for (const Slot slot : job.slot_of_process) {
      text += fmt::format(" {}", number.emplace(tree->node_of(level, slot), number.size()).first->second);
    }
  }
  return text;
}

}  // namespace topomorph::engine
