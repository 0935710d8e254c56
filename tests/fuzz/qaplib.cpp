// Instances of QAPLIB: two dense matrices in a file.
#include "core/topology/sources/qaplib/qaplib.h"

#include "core/formats/qaplib_instance.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"

namespace topomorph::fuzz {

void qaplib(std::string_view input) {
  const MemoryFile file(input);
  const topomorph::formats::qaplib::Instance instance = topomorph::formats::qaplib::read_instance(file.path());
  const auto topology = topology::read_qaplib_topology(file.path()).topology;
  require(topology->slots() == instance.size, "every location is a slot");
  for (Slot a = 0; a < instance.size; ++a) {
    for (Slot b = 0; b < instance.size; ++b) {
      require(topology->distance(a, b) == instance.distances[a * instance.size + b], "distances are those of the file");
      require(topology->distance(a, b) == topology->distance(b, a), "and symmetric");
    }
  }
  require(formats::read_qaplib_flows(file.path()).roles() == instance.size, "every facility is a role");
}

}  // namespace topomorph::fuzz
