// Loading hwloc topologies.
#include <hwloc.h>

#include "core/support/error.h"
#include "core/support/line_reader.h"
#include "core/topology/hwloc_source.h"

namespace topomorph {

namespace {

/// hwloc 2 refuses files of hwloc 3 for their version alone: the objects are described alike, and what is new (infos at
/// the end) it passes over. So the version is lowered on the way in.
std::string read_xml(const std::string& path) {
  static constexpr std::string_view kVersion3 = "<topology version=\"3.";
  LineReader reader(path);
  std::string text;
  while (const auto line = reader.next()) text.append(*line).append("\n");
#if HWLOC_API_VERSION < 0x00030000
  if (const auto at = text.find(kVersion3); at != std::string::npos) text[at + kVersion3.size() - 2] = '2';
#endif
  return text;
}

}  // namespace

void Machine::Destroy::operator()(hwloc_topology* topology) const { hwloc_topology_destroy(topology); }

Machine::Machine() {
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) throw InputError("hwloc cannot be initialised");
  topology_.reset(topology);
}

void Machine::load(const std::string& what) {
  if (hwloc_topology_load(get()) != 0) throw InputError(what + ": hwloc cannot load it");
}

Machine Machine::this_host() {
  Machine machine;
  machine.load("this host");
  return machine;
}

Machine Machine::from_xml(const std::string& path) {
  const std::string xml = read_xml(path);
  Machine machine;
  if (xml.size() >= (std::size_t{1} << 30) ||
      hwloc_topology_set_xmlbuffer(machine.get(), xml.c_str(), static_cast<int>(xml.size() + 1)) != 0) {
    throw InputError(path, 0, "found no hwloc XML, expected a file as `lstopo FILE.xml` writes it");
  }
  machine.load(path);
  return machine;
}

Machine Machine::synthetic(const std::string& description) {
  Machine machine;
  if (hwloc_topology_set_synthetic(machine.get(), description.c_str()) != 0) {
    throw InputError("found \"" + description + "\", expected a synthetic hwloc topology as in \"pack:2 core:8 pu:1\"");
  }
  machine.load("synthetic:" + description);
  return machine;
}

}  // namespace topomorph
