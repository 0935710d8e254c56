// InfiniBand fabrics, their routes, and the resources of a job on them.
#include <algorithm>

#include "core/model/tree.h"
#include "core/topology/sources/infiniband/infiniband.h"
#include "core/topology/sources/infiniband/resources.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"

namespace topomorph::fuzz {

namespace {

/// Two leaves with a spine; the GUIDs of the switches are 1 to 3, the LIDs of the hosts 4 to 6.
constexpr std::string_view kFabric =
    "SW 1 1 0x1 4x QDR - CA 4 1 0x4 ( 'leaf0' - 'n0' )\nSW 1 2 0x1 4x QDR - CA 5 1 0x5 ( 'leaf0' - 'n1' )\n"
    "SW 2 1 0x2 4x QDR - CA 6 1 0x6 ( 'leaf1' - 'n2' )\nSW 1 3 0x1 4x QDR - SW 3 1 0x3 ( 'leaf0' - 'spine' )\n"
    "SW 2 3 0x2 4x QDR - SW 3 2 0x3 ( 'leaf1' - 'spine' )\n";

void check_route(const GivenTopology& given, Slot from, Slot to) {
  std::vector<Link> links;
  given.routing->route(from, to, links);
  require(links.empty() == (from == to), "a way has links unless it leads nowhere");
  for (const Link link : links) {
    require(link < given.routing->links(), "a way takes links that there are");
    require(!given.routing->name(link).empty() && given.routing->bandwidth(link) > 0, "a link has a name and a speed");
  }
}

void check_fabric(const GivenTopology& given) {
  const std::uint64_t slots = given.topology->slots();
  require(slots > 0 && given.hosts.names.size() == slots && given.hosts.begin.size() == slots + 1, "a slot is a host");
  for (const Slot slot : {Slot{0}, slots / 2, slots - 1}) {
    require(given.topology->distance(slot, slot) == 0, "a host is at no distance from itself");
    require(given.topology->distance(slot, 0) == given.topology->distance(0, slot), "distances are symmetric");
    require(slot == 0 || given.topology->distance(slot, 0) >= 2, "there are two cables between two hosts");
    check_route(given, 0, slot);
    check_route(given, slot, slots - 1);
  }
}

}  // namespace

/// Output of ibnetdiscover, netloc's nodes or opareport's XML: the reader tells them apart.
void ibnetdiscover(std::string_view input) {
  const MemoryFile file(input);
  check_fabric(topology::read_infiniband(file.path()));
}

void netloc_nodes(std::string_view input) { ibnetdiscover(input); }

/// Omni-Path's links. The first tag makes the input one of opareport.
void opareport(std::string_view input) { ibnetdiscover("<?xml?>" + std::string(input)); }

void ibroute(std::string_view input) {
  const MemoryFile fabric(kFabric), routes(input);
  check_fabric(topology::read_infiniband(fabric.path() + "?routes=" + routes.path()));
}

/// For two hosts of four slots, one of them with two processing units in each.
void resources(std::string_view input) {
  GivenTopology given;
  const auto arities = {std::uint64_t{4}, std::uint64_t{2}};
  given.topology = std::make_shared<TreeTopology>(TreeTopology::regular(arities));
  given.hosts = {{"a", "b"}, {0, 4, 8}, {{0}, {1}, {2}, {3}, {3, 7}, {2, 6}, {1, 5}, {0, 4}}};
  const MemoryFile file(input);
  std::vector<Slot> slots = topology::read_resources(file.path(), given);
  std::sort(slots.begin(), slots.end());
  require(!slots.empty() && slots.back() < 8, "ranks are on slots");
  require(std::adjacent_find(slots.begin(), slots.end()) == slots.end(), "every rank has a slot of its own");
}

}  // namespace topomorph::fuzz
