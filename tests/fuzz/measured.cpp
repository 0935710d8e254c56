// Files of measured networks.
#include "core/model/tree.h"
#include "core/topology/sources/measured/network.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"

namespace topomorph::fuzz {

/// What is read is a tree of the hosts; it is written, and read again.
void measured(std::string_view input) {
  const MemoryFile file(input);
  const topology::MeasuredNetwork network = topology::read_measured(file.path());
  const GivenTopology given =
      without_error("a network that was read is a tree", [&] { return topology::topology_of(network); });
  require(given.topology->slots() == network.hosts.size(), "every host has a slot");
  const std::string path = (scratch_folder() / "measured").string();
  const topology::MeasuredNetwork again = without_error("what was written can be read", [&] {
    topology::write_measured(network, "again", path);
    return topology::read_measured(path);
  });
  require(again.hosts == network.hosts && again.groups == network.groups, "hosts and groups stay");
  const GivenTopology second = topology::topology_of(again);
  const Slot last = given.topology->slots() - 1;
  require(second.topology->distance(0, last) == given.topology->distance(0, last), "distances stay");
}

}  // namespace topomorph::fuzz
