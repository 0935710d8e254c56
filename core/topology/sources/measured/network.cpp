// A measured network: nested groups of hosts, the costs of communication on each level, and its file.
#include "core/topology/sources/measured/network.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/base/successive.h"
#include "core/model/tree.h"

namespace topomorph::topology {
namespace {

constexpr std::uint64_t kInnermost = 10, kLargestDistance = 1000000;  // distances

std::vector<Slot> begins_of(const Partition& groups) {
  std::vector<Slot> begin;
  for (Slot host = 0; host < groups.size(); ++host) {
    if (host == 0 || groups[host] != groups[host - 1]) begin.push_back(host);
  }
  begin.push_back(groups.size());
  return begin;
}

std::string measured_level_name(std::size_t level, std::size_t levels) {
  if (level + 1 == levels) return "cluster";
  return level == 0 ? "group" : fmt::format("group{}", level + 1);
}

}  // namespace

MeasuredNetwork arrange(std::span<const std::string> names, std::span<const Partition> groups) {
  auto order = successive<std::size_t>(names.size());
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto outermost =
        std::find_if(groups.rbegin(), groups.rend(), [&](const Partition& level) { return level[a] != level[b]; });
    return outermost != groups.rend() && (*outermost)[a] < (*outermost)[b];
  });
  MeasuredNetwork network;
  for (const std::size_t host : order) network.hosts.push_back(names[host]);
  for (const Partition& level : groups) {
    Partition ordered;
    for (const std::size_t host : order) ordered.push_back(level[host]);
    network.groups.push_back(std::move(ordered));
  }
  for (std::size_t l = 0; l <= groups.size(); ++l) {
    network.levels.push_back({measured_level_name(l, groups.size() + 1), 0, 0, 1, 1});
  }
  return network;
}

void set_distances(MeasuredNetwork& network) {
  const MeasuredLevel& innermost = network.levels.front();
  std::uint64_t below = kInnermost - 1;
  for (MeasuredLevel& level : network.levels) {
    const double slower = std::max(level.latency / innermost.latency, innermost.loaded / level.loaded);
    const double distance = std::clamp(kInnermost * slower, 1.0, static_cast<double>(kLargestDistance));
    below = level.distance = std::max(below + 1, static_cast<std::uint64_t>(std::llround(distance)));
  }
}

GivenTopology topology_of(const MeasuredNetwork& network) {
  const std::size_t hosts = network.hosts.size();
  std::vector<TreeLevel> levels;
  for (std::size_t l = 0; l < network.levels.size(); ++l) {
    const Partition all(hosts, 0);
    const Partition& groups = l < network.groups.size() ? network.groups[l] : all;
    levels.push_back({network.levels[l].name, network.levels[l].distance, begins_of(groups)});
  }
  HostTable table{network.hosts, successive<Slot>(hosts + 1)};
  return {std::make_shared<TreeTopology>(std::move(levels)), std::move(table), {}};
}

GivenTopology read_measured_topology(const std::string& path) { return topology_of(read_measured(path)); }

namespace {

constexpr std::string_view kFirstLine = "topomorph-measured 1";
constexpr std::size_t kMostLevels = 64, kMostHosts = std::size_t{1} << 20;
constexpr std::uint64_t kMostDistance = std::uint64_t{1} << 32;
constexpr double kMicrosecond = 1e-6, kMegabyte = 1e6;
constexpr double kMostOfAny = 1e12;  // microseconds, MB/s

/// Reads line by line. Levels and groups stay in the file's order, from the outside in, until the end.
class MeasuredReader {
 public:
  explicit MeasuredReader(const std::string& path) : reader_(path) {}

  MeasuredNetwork read() {
    read_first_line();
    while (const auto line = next()) {
      Words words(*line);
      const std::string_view kind = words.next();
      if (kind == "level") {
        read_level(words);
      } else if (kind == "host") {
        read_host(words);
      } else {
        reader_.fail(fmt::format("found \"{}\", expected a line \"level …\" or \"host …\"", shown(kind)));
      }
    }
    if (network_.hosts.empty()) reader_.fail("found no host, expected at least one line \"host NAME …\"");
    std::reverse(network_.levels.begin(), network_.levels.end());
    std::reverse(network_.groups.begin(), network_.groups.end());
    return std::move(network_);
  }

 private:
  static std::string_view shown(std::string_view text) { return text.substr(0, 60); }

  std::optional<std::string_view> next() {
    while (const auto line = reader_.next()) {
      const std::string_view text = line->substr(0, line->find('#'));
      if (text.find_first_not_of(" \t") != std::string_view::npos) return text;
    }
    return std::nullopt;
  }

  void read_first_line() {
    const auto line = next();
    if (!line || *line != kFirstLine)
      reader_.fail(fmt::format("found \"{}\", expected \"{}\"", shown(line.value_or("")), kFirstLine));
  }

  double number(Words& words, const char* what, double least) {
    const std::string_view word = words.next();
    const auto value = parse_real(word);
    if (!value || *value < least || *value > kMostOfAny)
      reader_.fail(fmt::format("found \"{}\", expected {}", shown(word), what));
    return *value;
  }

  void end_of(Words& words) {
    const std::string_view word = words.next();
    if (!word.empty()) reader_.fail(fmt::format("found \"{}\", expected the end of the line", shown(word)));
  }

  void read_level(Words& words) {
    constexpr double kLeast = 1e-9;  // MB/s
    if (!network_.hosts.empty()) reader_.fail("found a level behind a host, expected all levels before the hosts");
    if (network_.levels.size() == kMostLevels)
      reader_.fail(fmt::format("found more than {} levels, expected fewer", kMostLevels));
    MeasuredLevel level;
    level.name = words.next();
    if (level.name.empty() || !names_.insert(level.name).second)
      reader_.fail(fmt::format("found level \"{}\", expected a name of its own", shown(level.name)));
    const std::string_view distance = words.next();
    const std::uint64_t most = network_.levels.empty() ? kMostDistance : network_.levels.back().distance;
    const auto value = parse_count(distance);
    if (!value || *value > most)
      reader_.fail(fmt::format("found distance \"{}\", expected a number of at most {}", shown(distance), most));
    level.distance = *value;
    level.latency = number(words, "a latency in microseconds, 0 or more", 0) * kMicrosecond;
    level.alone = number(words, "the bandwidth of a pair alone in MB/s, above 0", kLeast) * kMegabyte;
    level.loaded = number(words, "the bandwidth of a pair under load in MB/s, above 0", kLeast) * kMegabyte;
    end_of(words);
    network_.levels.push_back(std::move(level));
  }

  void begin_hosts() {
    if (network_.levels.empty()) reader_.fail("found a host before any level, expected the levels first");
    network_.groups.resize(network_.levels.size() - 1);
    paths_of_.resize(network_.groups.size());
    names_.clear();
  }

  void read_host(Words& words) {
    if (network_.hosts.empty()) begin_hosts();
    if (network_.hosts.size() == kMostHosts)
      reader_.fail(fmt::format("found more than {} hosts, expected fewer", kMostHosts));
    const std::string name(words.next());
    if (name.empty() || !names_.insert(name).second)
      reader_.fail(fmt::format("found host \"{}\", expected a name of its own", shown(name)));
    std::vector<std::uint64_t> path;
    for (std::size_t l = 0; l < network_.groups.size(); ++l) path.push_back(read_group(words));
    end_of(words);
    add_groups(path);
    network_.hosts.push_back(name);
  }

  std::uint64_t read_group(Words& words) {
    const std::string_view word = words.next();
    const auto group = parse_count(word);
    if (!group || *group >= kMostHosts)
      reader_.fail(fmt::format("found \"{}\", expected the numbers of the host's groups on {} levels", shown(word),
                               network_.groups.size()));
    return *group;
  }

  /// Appends the host's groups with new numbers: the file may number groups inside the group around them.
  void add_groups(const std::vector<std::uint64_t>& path) {
    bool changed = false;
    for (std::size_t l = 0; l < path.size(); ++l) {
      Partition& groups = network_.groups[l];
      changed = changed || groups.empty() || path[l] != last_[l];
      if (changed && !paths_of_[l].insert({path.begin(), path.begin() + static_cast<std::ptrdiff_t>(l) + 1}).second)
        reader_.fail(fmt::format("found group {} of level {} again, expected the hosts of a group one after the other",
                                 path[l], shown(network_.levels[l + 1].name)));
      groups.push_back(groups.empty() ? 0 : groups.back() + (changed ? 1 : 0));
    }
    last_ = path;
  }

  LineReader reader_;
  MeasuredNetwork network_;
  std::set<std::string> names_;  // of levels, then of hosts
  std::vector<std::set<std::vector<std::uint64_t>>> paths_of_;
  std::vector<std::uint64_t> last_;
};

}  // namespace

MeasuredNetwork read_measured(const std::string& path) { return MeasuredReader(path).read(); }

void write_measured(const MeasuredNetwork& network, const std::string& comment, const std::string& path) {
  AtomicFile file(path);
  file.write(fmt::format("{}\n# {}\n", kFirstLine, comment));
  file.write("# level, distance, latency in us, bandwidth in MB/s of a pair alone, of each pair under load\n");
  for (auto level = network.levels.rbegin(); level != network.levels.rend(); ++level) {
    file.write(fmt::format("level {} {} {:.6g} {:.6g} {:.6g}\n", level->name, level->distance,
                           level->latency / kMicrosecond, level->alone / kMegabyte, level->loaded / kMegabyte));
  }
  file.write("# host, its groups from the outside in\n");
  for (std::size_t host = 0; host < network.hosts.size(); ++host) {
    file.write("host " + network.hosts[host]);
    for (std::size_t l = network.groups.size(); l-- > 0;) file.write(fmt::format(" {}", network.groups[l][host]));
    file.write("\n");
  }
  file.commit();
}

}  // namespace topomorph::topology
