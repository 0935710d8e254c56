// Switches and blocks of hosts from Slurm's topology files of either format, and the tree of the hosts below them.
#include "core/topology/sources/slurm/slurm_records.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/model/slurm_units.h"
#include "core/model/tree.h"
#include "core/topology/sources/slurm/host_list.h"
#include "core/topology/sources/slurm/switch_forest.h"

namespace topomorph::topology {

namespace {

constexpr std::size_t kNone = ~std::size_t{0};
constexpr std::size_t kHighest = 16;  // levels of switches; more than any network has

/// Links from the switches of one height to each one below.
struct LinksDown {
  double speed = 0;  ///< of each; 0: not given, or not the same for all switches
  std::uint64_t count = 1;
};

/// The switches as a forest: the parent and the height of each.
class Forest {
 public:
  Forest(const std::string& file, const std::vector<SwitchRecord>& records) : file_(file), records_(records) {
    for (std::size_t s = 0; s < records.size(); ++s) add_name(s);
    above_.assign(records.size(), kNone);
    for (std::size_t s = 0; s < records.size(); ++s) link_children(s);
    for (std::size_t leaves = 0; const SwitchRecord& record : records) {
      unit_.push_back(record.switches.empty() ? ++leaves : 0);
    }
    height_.assign(records.size(), 1);
    for (std::size_t s = 0; s < records.size(); ++s) raise_above(s);
  }

  /// Returns the hosts in the order of the tree, children as their parent lists them.
  std::vector<HostPath> host_paths() const {
    std::vector<HostPath> paths;
    for (std::size_t s = 0; s < records_.size(); ++s) {
      if (above_[s] == kNone) append_hosts(s, paths);
    }
    if (paths.empty()) throw InputError(file_, 0, "found no hosts in a tree of switches, expected some");
    return paths;
  }

  /// Returns the links down from the switches of each height, [0] of leaf switches.
  std::vector<LinksDown> links_down() const {
    std::vector<LinksDown> links(std::ranges::max(height_), {-1, ~std::uint64_t{0}});
    for (std::size_t s = 0; s < records_.size(); ++s) {
      LinksDown& of = links[height_[s] - 1];
      of.speed = of.speed < 0 || of.speed == records_[s].link_speed ? records_[s].link_speed : 0;
      of.count = std::min(of.count, records_[s].parallel);
    }
    return links;
  }

 private:
  [[noreturn]] void fail(std::size_t s, const std::string& message) const {
    throw InputError(records_[s].file.empty() ? file_ : records_[s].file, records_[s].line, message);
  }

  void add_name(std::size_t s) {
    const SwitchRecord& record = records_[s];
    const auto [other, is_new] = number_.try_emplace(record.name, s);
    if (!is_new) {
      fail(s, fmt::format("switch {} is already in line {}, expected each once", record.name,
                          records_[other->second].line));
    }
  }

  void link_children(std::size_t s) {
    for (const std::string& name : records_[s].switches) {
      const auto child = number_.find(name);
      if (child == number_.end()) fail(s, fmt::format("switch {}: expected a line of its own for it", name));
      above_[child->second] = s;
    }
  }

  /// Raises the heights of all switches above switch s so that each exceeds the one below.
  void raise_above(std::size_t s) {
    std::size_t height = 1;
    for (std::size_t up = above_[s]; up != kNone; up = above_[up]) {
      if (++height > kHighest) {
        if (is_above_itself(up)) fail(up, fmt::format("switch {} is under itself, expected a tree", records_[up].name));
        fail(s, fmt::format("switch {} has more than {} levels above it, expected a tree", records_[s].name, kHighest));
      }
      height = height_[up] = std::max(height_[up], height);
    }
  }

  /// Walks up at most as many steps as there are switches; a longer path is a circle.
  bool is_above_itself(std::size_t s) const {
    std::size_t up = above_[s];
    for (std::size_t steps = 0; up != kNone && up != s && steps < records_.size(); ++steps) up = above_[up];
    return up == s;
  }

  std::vector<std::string> switches_above(std::size_t s) const {
    std::vector<std::string> above;
    for (; s != kNone; s = above_[s]) {
      above.resize(height_[s]);
      above[height_[s] - 1] = records_[s].name;
    }
    return above;
  }

  void append_hosts(std::size_t s, std::vector<HostPath>& paths) const {
    const std::vector<std::string> above = switches_above(s);
    for (const std::string& node : records_[s].nodes) paths.push_back({node, above, unit_[s]});
    for (const std::string& name : records_[s].switches) append_hosts(number_.at(name), paths);
  }

  const std::string& file_;
  const std::vector<SwitchRecord>& records_;
  std::unordered_map<std::string_view, std::size_t> number_;
  std::vector<std::size_t> above_, height_;  // by switch; leaf switches have height 1
  std::vector<std::size_t> unit_;            // by switch; of leaf switches from 1 in the order of the file, else 0
};

/// Returns the number of consecutive blocks in a group, for each level above the blocks.
std::vector<std::uint64_t> blocks_of_groups(const std::string& file, const std::vector<std::uint64_t>& sizes,
                                            std::uint64_t line) {
  std::vector<std::uint64_t> groups;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::uint64_t smaller = i == 0 ? 1 : sizes[i - 1];
    if (smaller == 0 || sizes[i] == 0 || sizes[i] % smaller != 0 || (i > 0 && sizes[i] == smaller) || i >= kHighest) {
      throw InputError(file, line, fmt::format("found block size {}, expected multiples of the size before", sizes[i]));
    }
    if (i > 0) groups.push_back(sizes[i] / sizes[0]);
  }
  return groups;
}

}  // namespace

std::vector<std::string> ListedHosts::parse(std::string_view list, const std::string& file, std::uint64_t line) {
  try {
    std::vector<std::string> names = parse_host_list(list, kMaxListedHosts - count_);
    count_ += names.size();
    return names;
  } catch (const InputError& error) {
    throw InputError(file, line, error.what());
  }
}

namespace {

/// Returns the tree with the cables of its nodes. The number of a level among all, branching or not, is in its
/// distance.
TreeTopology with_linked_levels(const TreeTopology& tree, const std::vector<LinksDown>& links) {
  std::vector<TreeLevel> levels;
  double below = 0;  // the speed of a link up to the level below
  auto first = links.begin();
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    levels.push_back(tree.level(l));
    const auto number =
        std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(levels.back().distance / 2), std::ssize(links));
    const auto last = links.begin() + number;
    const LinksDown up = first < last ? *std::ranges::min_element(first, last, {}, &LinksDown::speed) : LinksDown{};
    if (l > 1 && below > 0) levels[l - 2].cables = {up.count, up.speed / below};
    below = up.speed;
    first = last;
  }
  return TreeTopology(std::move(levels));
}

}  // namespace

GivenTopology tree_of_switches(const std::string& file, const std::vector<SwitchRecord>& records) {
  std::vector<std::string> notes;
  const std::vector<SwitchRecord> tree = forest_of(records, notes);
  if (tree.empty()) throw InputError(file, 0, "found no hosts below any switch, expected some");
  const Forest forest(file, tree);
  GivenTopology given = tree_of_host_paths(forest.host_paths(), "switch");
  given.notes = std::move(notes);
  const std::vector<LinksDown> links = forest.links_down();
  const auto [least, most] = std::ranges::minmax(links, {}, &LinksDown::speed);
  if (least.speed < most.speed)
    given.topology =
        std::make_shared<TreeTopology>(with_linked_levels(dynamic_cast<const TreeTopology&>(*given.topology), links));
  return given;
}

GivenTopology tree_of_blocks(const std::string& file, const std::vector<BlockRecord>& records,
                             const std::vector<std::uint64_t>& sizes, std::uint64_t line_of_sizes) {
  const std::vector<std::uint64_t> groups = blocks_of_groups(file, sizes, line_of_sizes);
  std::unordered_map<std::string_view, std::uint64_t> line_of_host;
  std::vector<HostPath> paths;
  for (std::size_t b = 0; b < records.size(); ++b) {
    std::vector<std::string> above = {std::to_string(b)};
    for (const std::uint64_t blocks : groups) above.push_back(std::to_string(b / blocks));
    for (const std::string& node : records[b].nodes) {
      const auto [other, is_new] = line_of_host.try_emplace(node, records[b].line);
      if (!is_new) {
        throw InputError(
            records[b].file.empty() ? file : records[b].file, records[b].line,
            fmt::format("host {} is already in the block of line {}, expected each once", node, other->second));
      }
      paths.push_back({node, above, b});
    }
  }
  if (paths.empty()) throw InputError(file, 0, "found no hosts in blocks, expected some");
  return tree_of_host_paths(std::move(paths), "block");
}

namespace {

/// Numbers of the nodes above a host, from the root down, then the number of the host.
using TreeAddress = std::vector<std::size_t>;

/// Fills in missing levels of a branch with the name of the node below, so that the branch stays separate there.
void fill_levels(HostPath& path, std::size_t levels) {
  path.above.resize(levels);
  std::string below = '\n' + path.host;  // no switch has such a name
  for (std::string& node : path.above) below = node = node.empty() ? below : node;
}

std::vector<TreeAddress> tree_addresses(const std::vector<HostPath>& paths, std::size_t levels) {
  std::vector<TreeAddress> addresses(paths.size());
  for (std::size_t l = levels; l-- > 0;) {
    std::unordered_map<std::string_view, std::size_t> number;  // in order of first appearance
    for (std::size_t h = 0; h < paths.size(); ++h) {
      addresses[h].push_back(number.try_emplace(paths[h].above[l], number.size()).first->second);
    }
  }
  for (std::size_t h = 0; h < paths.size(); ++h) addresses[h].push_back(h);
  return addresses;
}

/// The nodes are numbered by addresses[…][depth].
TreeLevel level_of_addresses(const std::vector<TreeAddress>& addresses, std::size_t depth) {
  TreeLevel level;
  for (Slot host = 0; host < addresses.size(); ++host) {
    const auto end = static_cast<std::ptrdiff_t>(depth + 1);
    const bool same =
        host > 0 && std::equal(addresses[host].begin(), addresses[host].begin() + end, addresses[host - 1].begin());
    if (!same) level.begin.push_back(host);
  }
  level.begin.push_back(addresses.size());
  return level;
}

/// Returns the levels that branch; distances are the hops up to the level and back.
std::vector<TreeLevel> branching_levels(const std::vector<TreeAddress>& addresses, std::size_t levels) {
  std::vector<TreeLevel> kept;
  std::size_t below = addresses.size();
  for (std::size_t l = 1; l <= levels + 1; ++l) {
    TreeLevel level =
        l > levels ? TreeLevel{"network", 0, {0, addresses.size()}} : level_of_addresses(addresses, levels - l);
    const std::size_t nodes = level.begin.size() - 1;
    if (nodes == below && (l <= levels || !kept.empty())) continue;
    level.distance = 2 * l;
    kept.push_back(std::move(level));
    below = nodes;
  }
  return kept;
}

void name_levels(std::vector<TreeLevel>& levels, const std::string& kind, const std::vector<std::string>& inner) {
  std::size_t outer = 0;
  for (TreeLevel& level : levels) {
    const std::size_t number = level.distance / 2 - 1;  // among all levels, branching or not
    if (number < inner.size()) {
      level.name = inner[number];
    } else {
      ++outer;
      if (level.name.empty()) level.name = outer == 1 ? kind : kind + std::to_string(outer);
    }
  }
}

}  // namespace

GivenTopology tree_of_host_paths(std::vector<HostPath> paths, const std::string& kind,
                                 const std::vector<std::string>& inner) {
  if (paths.empty()) throw InputError("found a network without hosts, expected at least one");
  std::size_t depth = 0;
  for (const HostPath& path : paths) depth = std::max(depth, path.above.size());
  for (HostPath& path : paths) fill_levels(path, depth);
  std::vector<TreeAddress> addresses = tree_addresses(paths, depth);
  std::sort(addresses.begin(), addresses.end());

  GivenTopology given;
  SlurmUnits slurm{kind == "switch" ? "tree" : kind};
  for (const TreeAddress& address : addresses) {
    given.hosts.names.push_back(paths[address.back()].host);
    slurm.of_host.push_back(paths[address.back()].unit);
  }
  given.slurm = std::make_shared<SlurmUnits>(std::move(slurm));
  given.hosts.begin = successive<Slot>(paths.size() + 1);
  std::vector<TreeLevel> levels = branching_levels(addresses, depth);
  name_levels(levels, kind, inner);
  given.topology = std::make_shared<TreeTopology>(std::move(levels));
  return given;
}

}  // namespace topomorph::topology
