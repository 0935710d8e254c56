// Reads shapes given by a few numbers: "mesh:8x8", "hcub:10", "tleaf:4,180,24,90", ...
#include "core/topology/shapes/short_forms.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "core/base/number.h"
#include "core/topology/shapes/dragonfly.h"
#include "core/topology/shapes/grid.h"

namespace topomorph::topology {
namespace {

using Numbers = std::vector<std::uint64_t>;

/// More than any shape has levels or dimensions. It also limits the number of slots with speeds.
constexpr std::size_t kMaxNumbers = std::size_t{1} << 16;

Numbers parse_list(std::string_view text, char separator, std::string_view what) {
  Numbers numbers;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    const auto number = parse_count(text.substr(at, end - at));
    if (!number) throw InputError(fmt::format("found \"{}\", expected {}", text.substr(at, end - at), what));
    if (numbers.size() == kMaxNumbers) throw InputError(fmt::format("found more than {} numbers", kMaxNumbers));
    numbers.push_back(*number);
    at = end + 1;
  }
  return numbers;
}

/// The numbers of a tree's levels, and how many stand before the word "host" among them, if it is there.
struct LevelNumbers {
  Numbers numbers;
  std::optional<std::size_t> before_hosts;
};

LevelNumbers parse_levels(std::string_view text, char separator, std::string_view what) {
  LevelNumbers levels;
  std::string without;
  std::size_t count = 0;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (word == "host" && !levels.before_hosts) {
      levels.before_hosts = count;
    } else {
      if (count++ > 0) without += separator;
      without += word;
    }
    at = end + 1;
  }
  levels.numbers = parse_list(without, separator, what);
  return levels;
}

TreeTopology with_name(const TreeTopology& tree, std::size_t level, std::string_view name) {
  std::vector<TreeLevel> levels;
  for (std::size_t l = 1; l <= tree.levels(); ++l) levels.push_back(tree.level(l));
  levels[level - 1].name = name;
  return TreeTopology(std::move(levels));
}

/// Returns the tree in whose hosts are so many levels.
TreeTopology with_hosts(const TreeTopology& tree, std::size_t inside) {
  if (inside >= 1 && inside <= tree.levels()) return with_name(tree, inside, "host");
  throw InputError("found the word host next to the slots, expected at least one level inside a host");
}

/// The texts before and after '@'.
struct Halves {
  std::string_view sizes, costs;
  bool has_costs = false;

  explicit Halves(std::string_view text) : sizes(text.substr(0, text.find('@'))) {
    has_costs = sizes.size() < text.size();
    if (has_costs) costs = text.substr(sizes.size() + 1);
  }
};

/// Puts the specification in front of error messages.
template <typename Read>
GivenTopology read_form(std::string_view prefix, const std::string& text, Read read) {
  try {
    return read();
  } catch (const InputError& error) {
    constexpr std::size_t kShown = 80;
    const char* dots = text.size() > kShown ? "..." : "";
    throw InputError(fmt::format("topology \"{}{}{}\": {}", prefix, text.substr(0, kShown), dots, error.what()));
  }
}

GivenTopology given(TreeTopology tree) { return {std::make_shared<TreeTopology>(std::move(tree)), {}, {}}; }

GivenTopology read_grid(std::string_view prefix, const std::string& text, bool wraps) {
  return read_form(prefix, text, [&]() -> GivenTopology {
    const Halves halves(text);
    const Numbers sizes = parse_list(halves.sizes, 'x', "a size");
    Numbers costs = halves.has_costs ? parse_list(halves.costs, ':', "the cost of a hop") : Numbers(sizes.size(), 1);
    if (costs.size() == 1) costs.resize(sizes.size(), costs[0]);
    if (costs.size() != sizes.size()) {
      throw InputError(
          fmt::format("found {} costs for {} dimensions, expected one each, or one", costs.size(), sizes.size()));
    }
    if (std::find(costs.begin(), costs.end(), 0U) != costs.end()) throw InputError("found cost 0, expected at least 1");
    std::vector<GridDimension> dimensions;
    for (std::size_t d = 0; d < sizes.size(); ++d) dimensions.push_back({sizes[d], wraps, costs[d]});
    return {std::make_shared<GridTopology>(std::move(dimensions)), {}, {}};
  });
}

DragonflyShape dragonfly_shape(const Halves& halves) {
  DragonflyShape shape;
  const Numbers sizes = parse_list(halves.sizes, 'x', "a number of groups, routers, hosts or global links");
  if (sizes.size() < 3 || sizes.size() > 4) {
    throw InputError(
        fmt::format("found {} sizes, expected GROUPSxROUTERSxHOSTS or GROUPSxROUTERSxHOSTSxLINKS", sizes.size()));
  }
  shape.groups = sizes[0], shape.routers = sizes[1], shape.hosts = sizes[2];
  if (sizes.size() == 4) shape.global_links = sizes[3];
  if (sizes.size() == 4 && sizes[3] == 0) throw InputError("found 0 global links of a router, expected at least 1");
  if (!halves.has_costs) return shape;
  const Numbers costs = parse_list(halves.costs, ':', "the cost of a link");
  if (costs.size() != 3) throw InputError(fmt::format("found {} costs, expected HOST:LOCAL:GLOBAL", costs.size()));
  shape.host_cost = costs[0], shape.local_cost = costs[1], shape.global_cost = costs[2];
  return shape;
}

}  // namespace

TreeTopology with_unnamed_levels(const TreeTopology& tree) {
  return tree.levels() <= 2 ? tree : with_name(tree, tree.levels(), kUnnamedLevels);
}

TreeTopology complete(std::uint64_t slots) {
  const std::array<std::uint64_t, 1> arity = {slots}, distance = {1};
  return TreeTopology::regular(arity, distance);
}

namespace {

/// Removes the "/CABLES" behind the arities, and returns the cables of each level, 0 where there are none.
Numbers cut_cables(std::string& text) {
  Numbers cables;
  std::string arities;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(':', at), text.size());
    const std::string_view word = std::string_view(text).substr(at, end - at), arity = word.substr(0, word.find('/'));
    if (at > 0) arities += ':';
    arities += arity;
    if (word != "host") cables.push_back(0);
    if (arity.size() < word.size()) {
      const auto number = parse_count(word.substr(arity.size() + 1));
      if (!number || *number == 0 || word.starts_with("host"))
        throw InputError(fmt::format("found \"{}\", expected ARITY/CABLES, such as 32/16", word));
      cables.back() = *number;
    }
    at = end + 1;
  }
  text = std::move(arities);
  return cables;
}

TreeTopology with_cables(const TreeTopology& tree, const Numbers& cables) {
  std::vector<TreeLevel> levels;
  for (std::size_t l = 1; l <= tree.levels(); ++l) levels.push_back(tree.level(l));
  std::uint64_t ways = 1;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    levels[i].cables.count = cables[i];
    ways = cables[i] > 0 ? ways * std::min(cables[i], kMaxTreeSlots + 1) : 1;
    if (ways > kMaxTreeSlots) throw InputError(fmt::format("found more than {} cables up from a node", kMaxTreeSlots));
  }
  if (cables.back() > 0)
    throw InputError(fmt::format("found {} cables up from the outermost level, expected none", cables.back()));
  return TreeTopology(std::move(levels));
}

}  // namespace

GivenTopology read_tree(const std::string& text) {
  return read_form("tree:", text, [&] {
    const Halves halves(text);
    std::string sizes(halves.sizes);
    const Numbers cables = cut_cables(sizes);
    const auto [arities, inside] = parse_levels(sizes, ':', "a number");
    const TreeTopology tree = with_cables(
        TreeTopology::regular(arities, halves.has_costs ? parse_list(halves.costs, ':', "a number") : Numbers()),
        cables);
    return given(inside ? with_hosts(tree, *inside) : tree);
  });
}

GivenTopology read_mesh(const std::string& text) { return read_grid("mesh:", text, false); }

GivenTopology read_torus(const std::string& text) { return read_grid("torus:", text, true); }

GivenTopology read_hypercube(const std::string& text) {
  return read_form("hcub:", text, [&]() -> GivenTopology {
    const auto dimensions = parse_count(text);
    if (!dimensions) throw InputError(fmt::format("found \"{}\", expected a number of dimensions", text));
    return {std::make_shared<GridTopology>(GridTopology::hypercube(*dimensions)), {}, {}};
  });
}

GivenTopology read_complete(const std::string& text) {
  return read_form("cmplt:", text, [&] {
    const auto slots = parse_count(text);
    if (!slots) throw InputError(fmt::format("found \"{}\", expected a number of slots", text));
    return given(complete(*slots));
  });
}

GivenTopology read_weighted_complete(const std::string& text) {
  return read_form("cmpltw:", text, [&] {
    Numbers speeds = parse_list(text, ',', "the speed of a slot");
    if (std::find(speeds.begin(), speeds.end(), 0U) != speeds.end())
      throw InputError("found speed 0, expected at least 1");
    GivenTopology whole = given(complete(speeds.size()));
    const bool differ = std::adjacent_find(speeds.begin(), speeds.end(), std::not_equal_to<>()) != speeds.end();
    if (differ) whole.speeds = std::move(speeds);
    return whole;
  });
}

GivenTopology read_tree_leaves(const std::string& text) {
  return read_form("tleaf:", text, [&] {
    auto [numbers, outside] = parse_levels(text, ',', "an arity or the cost of a level's links");
    const bool counted = numbers.size() % 2 != 0;
    if (counted) {
      if (numbers[0] != numbers.size() / 2) {
        throw InputError(fmt::format("found {} levels for {} pairs of an arity and a cost, expected as many",
                                     numbers[0], numbers.size() / 2));
      }
      numbers.erase(numbers.begin());
      if (outside && *outside > 0) --*outside;
    }
    if (outside && *outside % 2 != 0) throw InputError("found the word host inside a pair of an arity and a cost");
    Numbers arities, costs;
    for (std::size_t i = numbers.size(); i > 0; i -= 2) {
      arities.push_back(numbers[i - 2]);
      costs.push_back(numbers[i - 1]);
    }
    const TreeTopology tree = TreeTopology::regular(arities, distances_of_link_costs(costs));
    return given(outside ? with_hosts(tree, tree.levels() - *outside / 2) : with_unnamed_levels(tree));
  });
}

GivenTopology read_dragonfly(const std::string& text) {
  return read_form("dragonfly:", text, [&]() -> GivenTopology {
    return {std::make_shared<DragonflyTopology>(dragonfly_shape(Halves(text))), {}, {}};
  });
}

}  // namespace topomorph::topology
