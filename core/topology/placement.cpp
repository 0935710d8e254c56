// From where the processes of a job are to the tree of their slots.
#include "core/topology/placement.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>

#include <fmt/format.h>

#include "core/support/error.h"
#include "core/support/number.h"
#include "core/topology/levels.h"

namespace topomorph {

namespace {

/// Every level a path can have, from the outside in; an object takes the first place of its type behind the object
/// before it. Groups and NUMA nodes are found on several levels of different machines.
constexpr std::array<std::string_view, 17> kPlaces = {"Group",    "Group",   "Group",    "NUMANode", "Package", "Group",
                                                      "Die",      "Group",   "NUMANode", "Group",    "L3Cache", "Group",
                                                      "NUMANode", "L2Cache", "Group",    "Core",     "PU"};

/// Which node a process is in, on the host and on every place: compares like the tree is laid out.
using Address = std::array<std::uint64_t, 1 + kPlaces.size()>;

constexpr std::uint64_t kUnknown = std::uint64_t{1} << 32;  // from here on: a node of the process's own

struct PathObject {
  std::string_view type;
  std::uint64_t number = 0;
};

PathObject parse_object(std::string_view text, const ProcessLocation& location) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto number = parse_count(text.substr(std::min(colon + 1, text.size())));
  const std::string_view type = text.substr(0, colon);
  if (!number || *number >= kUnknown || std::find(kPlaces.begin(), kPlaces.end(), type) == kPlaces.end()) {
    throw InputError(
        fmt::format("host {}, place \"{}\": found \"{}\", expected an object and its number as in \"Package:0\"",
                    location.host, location.path, text));
  }
  return {type, *number};
}

/// The address on all places: 0 where the machine has no such level (its objects share what is around them), and a
/// number of its own from where the place of the process is not known any more.
Address address_of(const ProcessLocation& location, std::uint64_t host, std::uint64_t process) {
  Address address{};
  address[0] = host;
  std::size_t place = 0;
  std::string_view rest = location.path;
  while (!rest.empty()) {
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    const PathObject object = parse_object(rest.substr(0, slash), location);
    const auto found = std::find(kPlaces.begin() + static_cast<std::ptrdiff_t>(place), kPlaces.end(), object.type);
    if (found != kPlaces.end()) {
      place = static_cast<std::size_t>(found - kPlaces.begin()) + 1;
      address[place] = object.number;
    }
    rest.remove_prefix(std::min(slash + 1, rest.size()));
  }
  std::fill(address.begin() + static_cast<std::ptrdiff_t>(place) + 1, address.end(), kUnknown + process);
  return address;
}

std::vector<Address> addresses_of(std::span<const ProcessLocation> processes) {
  std::unordered_map<std::string_view, std::uint64_t> host_number;  // in order of first appearance
  std::vector<Address> addresses;
  addresses.reserve(processes.size());
  for (const ProcessLocation& location : processes) {
    const std::uint64_t host = host_number.try_emplace(location.host, host_number.size()).first->second;
    addresses.push_back(address_of(location, host, addresses.size()));
  }
  return addresses;
}

/// The nodes on one place: a new one begins where the address changes on this place or outside of it.
TreeLevel level_at(std::size_t place, std::span<const std::size_t> first_change) {
  TreeLevel level;
  level.name = place == 0 ? "host" : std::string(kPlaces[place - 1]);
  for (Slot slot = 0; slot < first_change.size(); ++slot) {
    if (first_change[slot] <= place) level.begin.push_back(slot);
  }
  level.begin.push_back(first_change.size());
  return level;
}

/// Index of the outermost place on which each slot differs from the slot before it.
std::vector<std::size_t> first_changes(std::span<const Address> addresses,
                                       std::span<const std::uint64_t> process_of_slot) {
  std::vector<std::size_t> changes = {0};
  for (Slot slot = 1; slot < process_of_slot.size(); ++slot) {
    const Address& before = addresses[process_of_slot[slot - 1]];
    const Address& here = addresses[process_of_slot[slot]];
    changes.push_back(
        static_cast<std::size_t>(std::mismatch(before.begin(), before.end(), here.begin()).first - before.begin()));
  }
  return changes;
}

std::vector<TreeLevel> build_levels(std::span<const std::size_t> first_change, std::uint64_t between_hosts) {
  std::vector<TreeLevel> levels;
  for (std::size_t place = kPlaces.size() + 1; place-- > 0;) levels.push_back(level_at(place, first_change));
  const bool several_hosts = levels.back().begin.size() > 2;
  levels = without_idle_levels(std::move(levels));
  std::uint64_t distance = 0;
  for (TreeLevel& level : levels) level.distance = ++distance;
  if (several_hosts) levels.push_back({"cluster", distance * between_hosts, {0, first_change.size()}});
  return levels;
}

}  // namespace

JobTopology build_job_topology(std::span<const ProcessLocation> processes, std::uint64_t between_hosts) {
  if (processes.empty()) throw InputError("found a job without processes, expected at least one");
  if (between_hosts == 0 || between_hosts > kUnknown)
    throw InputError("expected a distance between hosts of 1 to 2^32");
  const std::vector<Address> addresses = addresses_of(processes);
  std::vector<std::uint64_t> process_of_slot(processes.size());
  std::iota(process_of_slot.begin(), process_of_slot.end(), 0);
  std::stable_sort(process_of_slot.begin(), process_of_slot.end(),
                   [&](std::uint64_t a, std::uint64_t b) { return addresses[a] < addresses[b]; });

  auto levels = build_levels(first_changes(addresses, process_of_slot), between_hosts);
  const std::size_t host_level = levels.back().name == "cluster" ? levels.size() - 1 : levels.size();
  JobTopology job{TreeTopology(std::move(levels)), std::vector<Slot>(processes.size()), {}, host_level};
  for (Slot slot = 0; slot < process_of_slot.size(); ++slot) job.slot_of_process[process_of_slot[slot]] = slot;
  job.process_of_slot = std::move(process_of_slot);
  return job;
}

}  // namespace topomorph
