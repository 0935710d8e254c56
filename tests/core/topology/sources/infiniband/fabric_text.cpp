// Writes invented fabrics in the formats of the InfiniBand tools.
#include "tests/core/topology/sources/infiniband/fabric_text.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "core/topology/sources/infiniband/infiniband.h"
#include "tests/temporary_folder.h"

namespace topomorph::testing {

void FabricText::add_switch(const std::string& name) {
  const int lid = static_cast<int>(nodes_.size()) + 1;
  nodes_.push_back({name, true, 0x200000u + static_cast<std::uint64_t>(switches_++), lid, {}});
}

void FabricText::add_host(const std::string& description) {
  const int lid = static_cast<int>(nodes_.size()) + 1;
  nodes_.push_back({description, false, 0x100000u + 2 * static_cast<std::uint64_t>(hosts_++), lid, {}});
}

FabricText::Node& FabricText::node(const std::string& name) {
  return *std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& node) { return node.name == name; });
}

const FabricText::Node& FabricText::node(const std::string& name) const {
  return const_cast<FabricText*>(this)->node(name);
}

std::uint64_t FabricText::guid(const std::string& name) const { return node(name).guid; }

void FabricText::cable(const std::string& a, const std::string& b, const std::string& speed) {
  Node& one = node(a);
  Node& other = node(b);
  const int port = static_cast<int>(one.ports.size()) + 1, far = static_cast<int>(other.ports.size()) + 1;
  one.ports.push_back({b, speed, far});
  other.ports.push_back({a, speed, port});
}

void FabricText::cables(const std::string& a, const std::string& b, int count) {
  for (int i = 0; i < count; ++i) cable(a, b);
}

int FabricText::port(const std::string& from, const std::string& to) const {
  const auto& ports = node(from).ports;
  return static_cast<int>(std::find_if(ports.begin(), ports.end(), [&](const Cable& c) { return c.name == to; }) -
                          ports.begin()) +
         1;
}

std::string FabricText::report() const {
  std::string text;
  const auto kind = [](const Node& node) { return node.is_switch ? "SW" : "CA"; };
  const auto port_guid = [](const Node& node) { return node.is_switch ? node.guid : node.guid + 1; };
  for (const Node& from : nodes_) {
    for (std::size_t p = 0; p < from.ports.size(); ++p) {
      const Node& to = node(from.ports[p].name);
      text += fmt::format("{} {:5} {:2} 0x{:016x} 4x {} - {} {:5} {:2} 0x{:016x} ( '{}' - '{}' )\n", kind(from),
                          from.lid, p + 1, port_guid(from), from.ports[p].speed, kind(to), to.lid, from.ports[p].port,
                          port_guid(to), from.name, to.name);
    }
    if (from.is_switch) {
      text += fmt::format("SW {:5} 36 0x{:016x} 4x SDR                                    '{}'\n", from.lid, from.guid,
                          from.name);
    }
  }
  return text;
}

std::string FabricText::blocks() const {
  std::string text = "#\n# Topology file: generated on Fri Nov 20 11:16:33 2026\n#\n";
  for (const Node& from : nodes_) {
    text += fmt::format("\nvendid=0x2c9\ndevid=0xb924\nsysimgguid=0x{0:x}\n{1}guid=0x{0:x}{2}\n", from.guid,
                        from.is_switch ? "switch" : "ca", from.is_switch ? fmt::format("({:x})", from.guid) : "");
    text += from.is_switch ? fmt::format("Switch\t36 \"S-{:016x}\"\t\t# \"{}\" base port 0 lid {} lmc 0\n", from.guid,
                                         from.name, from.lid)
                           : fmt::format("Ca\t2 \"H-{:016x}\"\t\t# \"{}\"\n", from.guid, from.name);
    for (std::size_t p = 0; p < from.ports.size(); ++p) {
      const Node& to = node(from.ports[p].name);
      const std::string own = from.is_switch ? "" : fmt::format("({:x})", from.guid + 1);
      const std::string far = to.is_switch ? "" : fmt::format("({:x})", to.guid + 1);
      const std::string lid = from.is_switch ? "" : fmt::format("lid {} lmc 0 ", from.lid);
      text += fmt::format("[{}]{} \t\"{}-{:016x}\"[{}]{} \t\t# {}\"{}\" lid {} 4x{}\n", p + 1, own,
                          to.is_switch ? 'S' : 'H', to.guid, from.ports[p].port, far, lid, to.name, to.lid,
                          from.ports[p].speed);
    }
  }
  return text;
}

std::string FabricText::opareport() const {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<Report date=\"today\" options=\"-o topology\">\n<LinkSummary>\n";
  const auto port = [&text](const Node& node, int number) {
    text += fmt::format(
        "    <Port id=\"0x{0:016x}:{1}\">\n      <NodeGUID>0x{0:016x}</NodeGUID>\n      "
        "<PortGUID>0x{2:016x}</PortGUID>\n"
        "      <PortNum>{1}</PortNum>\n      <NodeType>{3}</NodeType>\n      <NodeType_Int>{4}</NodeType_Int>\n"
        "      <NodeDesc>{5}</NodeDesc>\n    </Port>\n",
        node.guid, number, node.is_switch ? node.guid : node.guid + 1, node.is_switch ? "SW" : "FI",
        node.is_switch ? 2 : 1, node.name);
  };
  for (const Node& from : nodes_) {
    for (std::size_t p = 0; p < from.ports.size(); ++p) {
      const Node& to = node(from.ports[p].name);
      if (from.guid > to.guid) continue;
      text += "  <Link>\n    <Rate>100g</Rate>\n    <Rate_Int>16</Rate_Int>\n    <Internal>0</Internal>\n";
      port(from, static_cast<int>(p) + 1);
      port(to, from.ports[p].port);
      text += "  </Link>\n";
    }
  }
  return text +
         "</LinkSummary>\n<Nodes>\n  <FIs>\n    <ConnectedFICount>0</ConnectedFICount>\n  "
         "</FIs>\n</Nodes>\n</Report>\n";
}

std::string FabricText::net() const {
  std::string text;
  for (const Node& from : nodes_) {
    text += fmt::format("{} {} \"{}\"\n", from.is_switch ? "Switch" : "Hca", from.is_switch ? 36 : 2, from.name);
    for (std::size_t p = 0; p < from.ports.size(); ++p) {
      text += fmt::format("[{}] \"{}\"[{}]\n", p + 1, from.ports[p].name, from.ports[p].port);
    }
    text += "\n";
  }
  return text;
}

std::string FabricText::routes(const std::string& at, const std::map<std::string, int>& ports) const {
  const Node& here = node(at);
  std::string text = fmt::format(
      "Unicast lids [0x0-0x{:x}] of switch Lid {} guid 0x{:016x} ({}):\n  Lid  Out   Destination\n"
      "       Port     Info \n",
      nodes_.size(), here.lid, here.guid, at);
  for (const auto& [name, port] : ports) {
    text += fmt::format("0x{:04x} {:03} : (Channel Adapter portguid 0x{:016x}: '{}')\n", node(name).lid, port,
                        node(name).guid, name);
  }
  return text + fmt::format("{} valid lids dumped \n", ports.size());
}

FabricText FabricText::fat_tree(int pods, int leaves, int hosts, int spines, int cores) {
  FabricText text;
  for (int core = 0; core < spines * cores; ++core) text.add_switch(fmt::format("core{}", core));
  int number = 0;
  for (int pod = 0; pod < pods; ++pod) {
    const auto spine = [&](int j) { return fmt::format("spine{}-{}", pod, j); };
    for (int j = 0; j < spines; ++j) {
      text.add_switch(spine(j));
      for (int core = 0; core < cores; ++core) text.cable(spine(j), fmt::format("core{}", j * cores + core));
    }
    for (int l = 0; l < leaves; ++l) {
      const std::string leaf = fmt::format("leaf{}-{}", pod, l);
      text.add_switch(leaf);
      for (int j = 0; j < spines; ++j) text.cable(leaf, spine(j));
      for (int h = 0; h < hosts; ++h) {
        const std::string host = fmt::format("node{:03}", number++);
        text.add_host(host);
        text.cable(leaf, host);
      }
    }
  }
  return text;
}

GivenTopology read_fabric(const std::string& fabric, const std::string& query) {
  const tests::TemporaryFolder folder;
  return topology::read_infiniband(folder.write("fabric", fabric) + query);
}

GivenTopology read_fabric(const FabricText& fabric, const std::string& query) {
  return read_fabric(fabric.report(), query);
}

GivenTopology read_routed(const std::string& fabric, const std::string& routes) {
  const tests::TemporaryFolder folder;
  return read_fabric(fabric, "?routes=" + folder.write("routes", routes));
}

GivenTopology read_routed(const FabricText& fabric, const std::string& routes) {
  return read_routed(fabric.report(), routes);
}

std::uint64_t distance(const GivenTopology& given, const std::string& a, const std::string& b) {
  const auto slot = [&](const std::string& name) {
    const auto& names = given.hosts.names;
    return static_cast<Slot>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  return given.topology->distance(slot(a), slot(b));
}

const TreeTopology& tree_of(const GivenTopology& given) {
  const auto* tree = dynamic_cast<const TreeTopology*>(given.topology.get());
  if (tree == nullptr) throw std::runtime_error("no tree: " + given.topology->describe());
  return *tree;
}

}  // namespace topomorph::testing
