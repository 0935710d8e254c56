// Reads the hierarchical description of networks.
#include "core/topology/sources/netloc/hierarchy_reader.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/base/text.h"
#include "core/model/tree.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/grid.h"
#include "core/topology/shapes/short_forms.h"

namespace topomorph::topology {

namespace {

/// Nested networks: more than anybody builds, and few enough for the stack.
constexpr int kMaxDepth = 16;
constexpr std::uint64_t kMostDimensions = 64;
constexpr std::uint64_t kMaxLinkCost = std::uint64_t{1} << 40;

/// What a line may describe.
struct Type {
  std::string_view name;
  std::uint64_t most_dimensions;
  enum class Form { Tree, Grid, Torus } form;
};

/// An all-to-all is a tree of one level: any two places are one cost apart.
constexpr std::array<Type, 5> kLineTypes = {{{"torus", kMostDimensions, Type::Form::Torus},
                                             {"mesh", kMostDimensions, Type::Form::Grid},
                                             {"tree", kMostDimensions, Type::Form::Tree},
                                             {"ring", 1, Type::Form::Torus},
                                             {"alltoall", 1, Type::Form::Tree}}};

/// One line.
struct DescribedShape {
  bool is_node = false;
  std::string host;
  Type type = kLineTypes[0];
  std::vector<GridDimension> dimensions;    ///< a tree's levels from the root down
  std::optional<std::vector<Slot>> in_use;  ///< nothing: all
  std::uint64_t line = 0;
};

/// A network or a machine with all that is in it.
struct Part {
  std::shared_ptr<const Topology> topology;
  HostTable hosts;
};

/// Returns the part of a regular tree above these leaves, which are in ascending order.
TreeTopology tree_above(const std::vector<Slot>& leaves, const std::vector<std::uint64_t>& arities,
                        const std::vector<std::uint64_t>& distances) {
  std::vector<TreeLevel> levels;
  std::uint64_t size = 1;
  for (std::size_t l = 0; l < arities.size(); ++l) {
    size *= arities[l];
    TreeLevel level{{}, distances[l], {}};
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      if (i == 0 || leaves[i] / size != leaves[i - 1] / size) level.begin.push_back(i);
    }
    level.begin.push_back(leaves.size());
    levels.push_back(std::move(level));
  }
  return TreeTopology(std::move(levels));
}

class HierarchyReader {
 public:
  explicit HierarchyReader(const std::string& path) : reader_(path) {}

  Part read() {
    Part whole = read_part(1, "a network or a node");
    if (next_line()) reader_.fail("found another line, expected the end: all places that are in use are described");
    return whole;
  }

 private:
  bool next_line() {
    while (const auto line = reader_.next()) {
      words_ = Words(*line);
      word_ = words_.next();
      if (!word_.empty() && !word_.starts_with('#')) return true;
    }
    return false;
  }

  void advance() { word_ = words_.next(); }

  std::uint64_t number(const char* what, std::uint64_t least, std::uint64_t most) {
    const auto found = parse_count(word_);
    if (!found || *found < least || *found > most) {
      reader_.fail(fmt::format("found \"{}\", expected {} ({} to {})", word_, what, least, most));
    }
    advance();
    return *found;
  }

  Type type() {
    const auto found =
        std::find_if(kLineTypes.begin(), kLineTypes.end(), [&](const Type& type) { return type.name == word_; });
    if (found == kLineTypes.end()) {
      reader_.fail(fmt::format("found \"{}\", expected one of {}", word_, listed(kLineTypes, &Type::name)));
    }
    advance();
    return *found;
  }

  DescribedShape read_line() {
    DescribedShape shape;
    shape.line = reader_.line();
    shape.is_node = word_ == "node";
    if (shape.is_node) {
      advance();
      if (word_.empty()) reader_.fail("found the end of the line, expected the name of a host");
      shape.host = std::string(word_);
      advance();
    }
    shape.type = type();
    const std::uint64_t count = number("the number of dimensions", 1, shape.type.most_dimensions);
    std::uint64_t places = 1;
    while (shape.dimensions.size() < count) {
      const std::uint64_t size = number("the size of a dimension", 1, kMaxSlots / places);
      const bool wraps = shape.type.form == Type::Form::Torus;
      shape.dimensions.push_back({size, wraps, number("the cost of a link", 1, kMaxLinkCost)});
      places *= size;
    }
    shape.in_use = read_places(places);
    if (!word_.empty()) reader_.fail(fmt::format("found \"{}\", expected the end of the line", word_));
    return shape;
  }

  std::optional<std::vector<Slot>> read_places(std::uint64_t places) {
    if (word_ == "-1") {
      advance();
      return std::nullopt;
    }
    const std::uint64_t count = number("the number of places in use, or -1 for all", 1, places);
    std::vector<Slot> in_use;
    while (in_use.size() < count) in_use.push_back(number("the index of a place", 0, places - 1));
    std::vector<Slot> sorted = in_use;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) reader_.fail(fmt::format("found place {} twice, expected each once", *twice));
    return in_use;
  }

  static std::shared_ptr<const Topology> topology_of(const DescribedShape& shape) {
    if (shape.type.form != Type::Form::Tree) {
      auto grid = std::make_shared<GridTopology>(shape.dimensions);
      return shape.in_use ? restrict_to(std::move(grid), *shape.in_use) : grid;
    }
    std::vector<std::uint64_t> arities, costs;
    for (auto level = shape.dimensions.rbegin(); level != shape.dimensions.rend(); ++level) {
      arities.push_back(level->size);
      costs.push_back(level->cost);
    }
    const auto distances = distances_of_link_costs(costs);
    if (!shape.in_use) return std::make_shared<TreeTopology>(TreeTopology::regular(arities, distances));
    std::vector<Slot> sorted = *shape.in_use;
    std::sort(sorted.begin(), sorted.end());
    auto tree = std::make_shared<TreeTopology>(tree_above(sorted, arities, distances));
    if (sorted == *shape.in_use) return tree;
    std::vector<Slot> order;
    for (const Slot place : *shape.in_use) {
      order.push_back(static_cast<Slot>(std::lower_bound(sorted.begin(), sorted.end(), place) - sorted.begin()));
    }
    return restrict_to(std::move(tree), std::move(order));
  }

  Part read_part(int depth, const std::string& what) {
    if (!next_line()) reader_.fail("found the end of the file, expected " + what);
    if (depth > kMaxDepth) reader_.fail(fmt::format("found more than {} networks in each other", kMaxDepth));
    const DescribedShape shape = read_line();
    try {
      auto topology = topology_of(shape);
      if (shape.is_node) return {topology, {{shape.host}, {0, topology->slots()}}};
      return read_places_of(shape, std::move(topology), depth);
    } catch (const InputError& error) {
      const std::string message = error.what();
      if (message.starts_with(reader_.path() + ":")) throw;
      throw InputError(reader_.path(), shape.line, message);
    }
  }

  Part read_places_of(const DescribedShape& shape, std::shared_ptr<const Topology> network, int depth) {
    Part whole;
    std::vector<std::shared_ptr<const Topology>> parts;
    Slot first = 0;
    for (std::uint64_t place = 0; place < network->slots(); ++place) {
      const std::uint64_t index = shape.in_use ? (*shape.in_use)[place] : place;
      const Part part = read_part(
          depth + 1, fmt::format("what is in place {} of the {} of line {}", index, shape.type.name, shape.line));
      whole.hosts.names.insert(whole.hosts.names.end(), part.hosts.names.begin(), part.hosts.names.end());
      for (std::size_t host = 0; host < part.hosts.names.size(); ++host) {
        whole.hosts.begin.push_back(first + part.hosts.begin[host]);
      }
      first += part.topology->slots();
      if (first > kMaxSlots)
        throw InputError(fmt::format("found more than {} slots, expected at most that", kMaxSlots));
      parts.push_back(part.topology);
    }
    whole.hosts.begin.push_back(first);
    whole.topology = compose(std::move(network), std::move(parts), 1);
    return whole;
  }

  LineReader reader_;
  Words words_{""};
  std::string_view word_;
};

void check_node_names(std::vector<std::string> names, const std::string& path) {
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    throw InputError(path, 0, fmt::format("found node \"{}\" twice, expected each once", *twice));
}

}  // namespace

GivenTopology read_hierarchy(const std::string& path) {
  Part whole = HierarchyReader(path).read();
  check_node_names(whole.hosts.names, path);
  return {std::move(whole.topology), std::move(whole.hosts), {}};
}

}  // namespace topomorph::topology
