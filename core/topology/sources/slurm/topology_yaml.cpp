// Reads Slurm's topology.yaml.
#include "core/topology/sources/slurm/topology_yaml.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/text.h"
#include "core/model/tree.h"
#include "core/topology/sources/slurm/slurm_records.h"
#include "core/topology/sources/slurm/tori.h"
#include "core/topology/sources/slurm/yaml_subset.h"

namespace topomorph::topology {
namespace {

class YamlReading {
 public:
  explicit YamlReading(const std::string& path) : path_(path) {}

  GivenTopology topology_of(const YamlNode& document, const std::string& name) {
    const YamlNode& chosen = choose(document, name);
    if (const YamlNode* tree = chosen.find("tree")) return tree_of_switches(path_, switches_of(*tree));
    if (const YamlNode* block = chosen.find("block")) return blocks_of(*block);
    if (const YamlNode* ring = chosen.find("ring")) return network_of_tori(path_, rings_of(*ring), "ring");
    if (const YamlNode* torus = chosen.find("torus3d")) return network_of_tori(path_, tori_of(*torus), "torus3d");
    throw InputError(path_, chosen.line,
                     fmt::format("found a topology {}, expected tree, block, ring or torus3d",
                                 chosen.find("flat") != nullptr ? "that is flat, without hosts" : "of no known kind"));
  }

 private:
  /// Returns the topology of that name, else the cluster's default, else the first. A file of one topology may omit the
  /// list.
  const YamlNode& choose(const YamlNode& document, const std::string& name) const {
    const YamlNode* first = nullptr;
    bool found_default = false;
    std::vector<std::string> names;
    for (const YamlNode& entry : document.children) {
      const YamlNode& topology = entry.key.empty() ? entry : document;
      const YamlNode* const called = topology.find("topology");
      if (!name.empty() && called != nullptr && called->value == name) return topology;
      if (called != nullptr) names.push_back(called->value);
      const YamlNode* const standard = topology.find("cluster_default");
      const bool is_default = standard != nullptr && lower_case(standard->value) == "true";
      if (first == nullptr || (is_default && !found_default)) first = &topology;
      found_default = found_default || is_default;
      if (!entry.key.empty()) break;
    }
    if (first == nullptr) throw InputError(path_, 0, "found no topology, expected a list of them");
    if (name.empty()) return *first;
    throw InputError(path_, 0, fmt::format("found no topology {}, expected one of {}", name, fmt::join(names, ", ")));
  }

  const YamlNode& entry(const YamlNode& node, const char* key) const {
    const YamlNode* found = node.find(key);
    if (found == nullptr) throw InputError(path_, node.line, fmt::format("found no \"{}:\", expected one here", key));
    return *found;
  }

  std::string name(const YamlNode& node, const char* key) const {
    const YamlNode& found = entry(node, key);
    if (found.value.empty()) throw InputError(path_, found.line, fmt::format("found \"{}:\" without a name", key));
    return found.value;
  }

  std::vector<std::string> hosts(const YamlNode& node, const char* key) {
    const YamlNode* found = node.find(key);
    if (found == nullptr) return {};
    return listed_.parse(found->value, path_, found->line);
  }

  std::vector<SwitchRecord> switches_of(const YamlNode& tree) {
    std::vector<SwitchRecord> records;
    for (const YamlNode& item : entry(tree, "switches").children) {
      records.push_back({name(item, "switch"), hosts(item, "children"), hosts(item, "nodes"), item.line});
    }
    return records;
  }

  std::uint64_t number(const YamlNode& node, const char* what) const {
    const auto value = parse_count(node.value);
    if (value) return *value;
    throw InputError(path_, node.line,
                     fmt::format("found {} \"{}\", expected a number", what, node.value.substr(0, 60)));
  }

  GivenTopology blocks_of(const YamlNode& block) {
    std::vector<std::uint64_t> sizes;
    static const YamlNode kNoSizes;
    const YamlNode* const found = block.find("block_sizes");
    const YamlNode& given = found == nullptr ? kNoSizes : *found;
    for (const YamlNode& size : given.children) sizes.push_back(number(size, "block size"));
    std::vector<BlockRecord> records;
    for (const YamlNode& item : entry(block, "blocks").children) {
      records.push_back({name(item, "block"), hosts(item, "nodes"), item.line});
    }
    return tree_of_blocks(path_, records, sizes, given.line);
  }

  std::vector<TorusRecord> rings_of(const YamlNode& ring) {
    std::vector<TorusRecord> records;
    for (const YamlNode& item : entry(ring, "rings").children) {
      records.push_back(ring_of(name(item, "ring"), hosts(item, "nodes"), item.line));
    }
    return records;
  }

  std::vector<TorusRecord> tori_of(const YamlNode& torus3d) {
    std::vector<TorusRecord> records;
    for (const YamlNode& item : entry(torus3d, "toruses").children) records.push_back(torus_of(item));
    return records;
  }

  TorusRecord torus_of(const YamlNode& item) {
    TorusRecord torus{name(item, "name"), {}, {}, {true, true, true}, item.line};
    torus.size = positive(entry(item, "dims"));
    const YamlNode* const nodes = item.find("nodes");
    const YamlNode* const regions = item.find("regions");
    if (nodes != nullptr && regions != nullptr) {
      throw InputError(path_, regions->line, "found nodes and regions, expected the one or the other");
    }
    if (nodes != nullptr) add_box(*nodes, {0, 0, 0}, torus.size, torus);
    static const YamlNode kEmpty;
    for (const YamlNode& region : (regions == nullptr ? kEmpty : *regions).children) {
      const GridCell size = positive(entry(region, "dims"));
      add_box(entry(region, "nodes"), inside(entry(region, "anchor"), size, torus), size, torus);
    }
    check_placements(item, torus);
    return torus;
  }

  /// Returns x, y and z.
  GridCell cell(const YamlNode& node) const {
    return {number(entry(node, "x"), "x:"), number(entry(node, "y"), "y:"), number(entry(node, "z"), "z:")};
  }

  GridCell positive(const YamlNode& node) const {
    const GridCell size = cell(node);
    if (cells_of(size)) return size;
    throw InputError(path_, node.line,
                     fmt::format("found a torus of {} x {} x {}, expected at least 1 and at most {} places", size[0],
                                 size[1], size[2], kMaxSlots));
  }

  /// Returns the corner of a box that lies inside the torus.
  GridCell inside(const YamlNode& anchor, const GridCell& size, const TorusRecord& torus) const {
    const GridCell corner = cell(anchor);
    for (std::size_t d = 0; d < corner.size(); ++d) {
      if (size[d] <= torus.size[d] && corner[d] <= torus.size[d] - size[d]) continue;
      throw InputError(path_, anchor.line,
                       fmt::format("found a region beyond the ends of {}, expected it inside", torus.name));
    }
    return corner;
  }

  void add_box(const YamlNode& nodes, const GridCell& corner, const GridCell& size, TorusRecord& torus) {
    const std::vector<std::string> names = listed_.parse(nodes.value, path_, nodes.line);
    if (names.size() != *cells_of(size)) {
      throw InputError(path_, nodes.line,
                       fmt::format("found {} hosts for {} x {} x {} places, expected {}", names.size(), size[0],
                                   size[1], size[2], *cells_of(size)));
    }
    for (PlacedHost& host : hosts_of_box(names, corner, size, nodes.line)) torus.hosts.push_back(std::move(host));
  }

  void check_placements(const YamlNode& item, const TorusRecord& torus) const {
    const YamlNode* const placements = item.find("placements");
    if (placements == nullptr) return;
    for (const YamlNode& placement : placements->children) {
      const YamlNode& dims = entry(placement, "dims");
      const GridCell size = positive(dims);
      for (std::size_t d = 0; d < size.size(); ++d) {
        if (size[d] <= torus.size[d]) continue;
        throw InputError(path_, dims.line,
                         fmt::format("found a placement larger than {}, expected a smaller one", torus.name));
      }
    }
  }

  const std::string& path_;
  ListedHosts listed_;
};

}  // namespace

GivenTopology read_topology_yaml(const std::string& path, const std::string& name) {
  return YamlReading(path).topology_of(read_yaml_subset(path), name);
}

}  // namespace topomorph::topology
