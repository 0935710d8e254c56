// Node files of netloc, and the distances that netloc gives a network and its machines.
#include "core/topology/sources/infiniband/netloc_nodes.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/number.h"
#include "core/model/tree.h"
#include "core/topology/sources/infiniband/tool_output.h"

namespace topomorph::topology::infiniband {

namespace {

/// The fields of a line, separated by commas. A quoted field ends at the next quote before a comma.
class Fields {
 public:
  Fields(std::string_view line, const LineReader& reader) : rest_(line), reader_(reader) {}

  bool at_end() const { return at_end_; }

  std::string_view next(std::string_view what) {
    if (at_end_) reader_.fail(fmt::format("found the end of the line, expected {}", what));
    const std::size_t end = end_of_field();
    std::string_view field = rest_.substr(0, end);
    at_end_ = end >= rest_.size();
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    const std::size_t last = field.find_last_not_of(' ');
    field = field.substr(0, last == std::string_view::npos ? 0 : last + 1);
    return field;
  }

  std::uint32_t number(std::string_view what, std::uint32_t most) { return number_in(next(what), reader_, what, most); }

  std::uint64_t guid(std::string_view what) {
    const std::string_view text = next(what);
    const std::uint64_t guid = parse_guid(text);
    if (guid == 0) reader_.fail(fmt::format("found \"{}\", expected {} as 0006:6a00:e300:6b6f", text, what));
    return guid;
  }

 private:
  std::size_t end_of_field() const {
    std::size_t end = rest_.find(',');
    if (!rest_.starts_with('\'')) return std::min(end, rest_.size());
    const auto closed = [&](std::size_t comma) {
      const std::size_t last = rest_.find_last_not_of(' ', comma - 1);
      return last > 0 && rest_[last] == '\'';
    };
    while (end != std::string_view::npos && !closed(end)) end = rest_.find(',', end + 1);
    return std::min(end, rest_.size());
  }

  std::string_view rest_;
  const LineReader& reader_;
  bool at_end_ = false;
};

class NodesFile {
 public:
  NodesFile(const std::string& path, FabricBuilder& fabric) : reader_(path), fabric_(fabric) {}

  void read() {
    if (line("a version number") != "1") reader_.fail("found another version, expected 1");
    line("the name of the subnet");
    line("the folder of the hwloc files");
    const std::uint32_t nodes = number_in(line("the number of nodes"), reader_, "a number of nodes", 1u << 24);
    for (std::uint32_t n = 0; n < nodes; ++n) read_node();
    for (std::uint32_t n = 0; n < nodes; ++n) read_links();
    read_partitions();
    while (const auto path = reader_.next()) {
      if (path->find_first_not_of(" \t") == std::string_view::npos) continue;
      if (reader_.ends_without_newline()) {  // the last number may be cut off
        fabric_.warnings().add(reader_.path(), reader_.line(),
                               "found a piece of a line: this path and all behind it are missing");
      } else {
        read_path(*path);
      }
    }
  }

 private:
  struct Link {
    std::uint64_t from = 0;
    std::uint32_t port = 0;
  };

  std::string_view line(std::string_view what) {
    const auto found = reader_.next();
    if (!found) reader_.fail(fmt::format("found the end of the file, expected {}", what));
    return found->substr(0, found->find_last_not_of(' ') + 1);
  }

  /// Reads "0011:7500:006f:39e6,106,0,0,'miriel066 qib0',miriel066".
  void read_node() {
    Fields fields(line("a node"), reader_);
    const std::uint64_t guid = fields.guid("a node");
    const std::uint32_t lid = fields.number("a LID", kLargestLid);
    const std::uint32_t type = fields.number("a type, 0 for a host or 1 for a switch,", 1);
    read_classes(fields.next("partitions"), guid);
    std::string_view description = fields.next("a description");
    if (description.size() >= 2 && description.front() == '\'' && description.back() == '\'') {
      description = description.substr(1, description.size() - 2);
    }
    at_line(reader_, [&] { fabric_.node(guid, type == 1, description, lid); });
    lid_.emplace(guid, lid);
  }

  void read_classes(std::string_view text, std::uint64_t guid) {
    Words words(text, ":");
    for (auto word = words.next(); !word.empty(); word = words.next()) {
      in_class_.push_back({guid, number_in(word, reader_, "the number of a partition", 1u << 20)});
    }
  }

  /// Reads "FROM,TO,8.000000,0,1,93,1,30,4x,QDR,8.000000,'...' - '...' ,0,0"; TO and what follows may repeat.
  void read_links() {
    Fields fields(line("the links of a node"), reader_);
    const std::uint64_t from = known(fields);
    while (!fields.at_end()) {
      const std::uint64_t to = known(fields);
      fields.next("a bandwidth");
      fields.next("partitions");
      const std::uint32_t links = fields.number("a number of links", 1u << 16);
      for (std::uint32_t l = 0; l < links; ++l) read_link(fields, from, to);
    }
  }

  void read_link(Fields& fields, std::uint64_t from, std::uint64_t to) {
    const std::uint32_t id = fields.number("the number of a link", 0xffffffff);
    const std::uint32_t port = fields.number("a port", kLargestPort), far = fields.number("a port", kLargestPort);
    const std::string_view width = fields.next("a width"), speed = fields.next("a speed");
    const double bandwidth = link_bandwidth(width, speed);
    if (bandwidth == 0)
      reader_.fail(fmt::format("found \"{},{}\", expected a width and a speed as 4x,QDR", width, speed));
    fields.next("a bandwidth");
    fields.next("a description");
    fields.next("the number of the link back");
    fields.next("partitions");
    at_line(reader_, [&] {
      fabric_.cable({from, fabric_.is_switch(from), port}, {to, fabric_.is_switch(to), far}, bandwidth);
    });
    links_[id] = {from, port};
  }

  void read_partitions() {
    const auto found = reader_.next();
    if (!found) return;
    std::vector<std::string> names;
    Words words(*found, ", ");
    for (auto word = words.next(); !word.empty(); word = words.next()) names.emplace_back(word);
    std::unordered_map<std::uint64_t, std::vector<std::string>> of_node;
    for (const auto& [guid, number] : in_class_) {
      if (number >= names.size()) {
        reader_.fail(fmt::format("found {} partitions, expected one with the number {}", names.size(), number));
      }
      of_node[guid].push_back(names[number]);
    }
    for (auto& [guid, classes] : of_node) fabric_.classes(guid, std::move(classes));
  }

  /// Reads "SOURCE,DESTINATION,0,94": the switch of each link forwards messages for DESTINATION over it.
  void read_path(std::string_view text) {
    Fields fields(text, reader_);
    known(fields);
    const std::uint32_t lid = lid_.at(known(fields));
    while (!fields.at_end()) {
      const auto link = links_.find(fields.number("the number of a link", 0xffffffff));
      if (link == links_.end()) reader_.fail("found a link of a path, expected one of those above");
      const Link& taken = link->second;
      if (!fabric_.is_switch(taken.from) || lid == 0) continue;
      at_line(reader_, [&] { fabric_.forward(taken.from, lid, taken.port); });
    }
  }

  std::uint64_t known(Fields& fields) {
    const std::uint64_t guid = fields.guid("a node");
    if (!fabric_.knows(guid)) reader_.fail(fmt::format("found node {:016x}, expected one of those above", guid));
    return guid;
  }

  LineReader reader_;
  FabricBuilder& fabric_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> in_class_;
  std::unordered_map<std::uint64_t, std::uint32_t> lid_;
  std::unordered_map<std::uint32_t, Link> links_;
};

}  // namespace

bool is_netloc_nodes(const std::string& path) {
  LineReader reader(path);
  const auto line = reader.next();
  return line && parse_count(line->substr(0, line->find_last_not_of(' ') + 1)).has_value();
}

void read_netloc_nodes(const std::string& path, FabricBuilder& fabric) { NodesFile(path, fabric).read(); }

}  // namespace topomorph::topology::infiniband

namespace topomorph::topology {

namespace {

constexpr std::uint64_t kInside = 3, kOutside = 10, kInNetwork = 2;

/// Computes link costs level by level from the lowest up; their sum is the distance.
class Costs {
 public:
  /// Returns the distance of the next level. A level on which nothing meets costs nothing.
  std::uint64_t next(bool branches, bool inside) {
    if (!branches) return distance_;
    const std::uint64_t factor = inside ? kInside : in_network_ ? kInNetwork : kOutside;
    in_network_ = !inside;
    if (cost_ > std::numeric_limits<std::uint64_t>::max() / 64) throw InputError("found too many levels for distances");
    cost_ = cost_ == 0 ? (inside ? 1 : kOutside) : cost_ * factor;
    return distance_ += cost_;
  }

 private:
  std::uint64_t cost_ = 0, distance_ = 0;
  bool in_network_ = false;
};

}  // namespace

std::shared_ptr<const Topology> with_netloc_distances(std::shared_ptr<const Topology> topology,
                                                      std::span<const Slot> first_of_host) {
  const TreeTopology* tree = as_tree(*topology);
  if (tree == nullptr) return topology;
  std::vector<std::uint64_t> distances;
  Costs costs;
  std::size_t below = tree->slots();
  for (std::size_t l = 1; l <= tree->levels(); ++l) {
    const std::size_t nodes = tree->nodes(l);
    distances.push_back(costs.next(nodes < below, nodes + 1 >= first_of_host.size()));
    below = nodes;
  }
  return std::make_shared<TreeTopology>(tree->with_distances(distances));
}

}  // namespace topomorph::topology
