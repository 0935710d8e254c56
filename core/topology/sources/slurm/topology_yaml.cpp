// Reads Slurm's topology.yaml.
#include "core/topology/sources/slurm/topology_yaml.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/topology/sources/slurm/yaml_subset.h"

namespace topomorph::topology {

namespace {

class Reading {
 public:
  explicit Reading(const std::string& path) : path_(path), listed_(path) {}

  GivenTopology topology_of(const YamlNode& document) {
    const YamlNode& chosen = choose(document);
    if (const YamlNode* tree = chosen.find("tree")) return tree_of_switches(path_, switches_of(*tree));
    if (const YamlNode* block = chosen.find("block")) return blocks_of(*block);
    throw InputError(path_, chosen.line, "found a topology that is neither tree nor block, expected one of them");
  }

 private:
  /// Returns the cluster's default topology, else the first. A file of one topology may omit the list.
  const YamlNode& choose(const YamlNode& document) const {
    const YamlNode* first = nullptr;
    for (const YamlNode& entry : document.children) {
      if (!entry.key.empty()) return document;
      const YamlNode* standard = entry.find("cluster_default");
      if (standard != nullptr && standard->value == "true") return entry;
      if (first == nullptr) first = &entry;
    }
    if (first == nullptr) throw InputError(path_, 0, "found no topology, expected a list of them");
    return *first;
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
    return listed_.parse(found->value, found->line);
  }

  std::vector<SwitchRecord> switches_of(const YamlNode& tree) {
    std::vector<SwitchRecord> records;
    for (const YamlNode& item : entry(tree, "switches").children) {
      records.push_back({name(item, "switch"), hosts(item, "children"), hosts(item, "nodes"), item.line});
    }
    return records;
  }

  GivenTopology blocks_of(const YamlNode& block) {
    std::vector<std::uint64_t> sizes;
    static const YamlNode kNoSizes;
    const YamlNode* const found = block.find("block_sizes");
    const YamlNode& given = found == nullptr ? kNoSizes : *found;
    for (const YamlNode& size : given.children) {
      const auto number = parse_count(size.value);
      if (!number) {
        throw InputError(path_, size.line,
                         fmt::format("found block size \"{}\", expected a number", size.value.substr(0, 60)));
      }
      sizes.push_back(*number);
    }
    std::vector<BlockRecord> records;
    for (const YamlNode& item : entry(block, "blocks").children) {
      records.push_back({name(item, "block"), hosts(item, "nodes"), item.line});
    }
    return tree_of_blocks(path_, records, sizes, given.line);
  }

  const std::string& path_;
  ListedHosts listed_;
};

}  // namespace

GivenTopology read_topology_yaml(const std::string& path) { return Reading(path).topology_of(read_yaml_subset(path)); }

}  // namespace topomorph::topology
