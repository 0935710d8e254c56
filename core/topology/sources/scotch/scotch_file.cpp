// Reads Scotch's target architectures ("scotch:FILE") in the formats of its user's guide, version 7.
#include "core/topology/sources/scotch/scotch_file.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/model/tree.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/grid.h"
#include "core/topology/shapes/short_forms.h"
#include "core/topology/sources/scotch/decomposition.h"

namespace topomorph::topology {

namespace scotch {

namespace {

/// Nested architectures: more than anybody writes, and few enough for the stack.
constexpr int kMaxDepth = 16;

Architecture read_architecture(formats::NumberStream& text, int depth);

Architecture read_cmplt(formats::NumberStream& text, int) {
  return {std::make_shared<TreeTopology>(complete(text.number("the number of terminals", 1, kMaxSlots))), {}};
}

Architecture read_cmpltw(formats::NumberStream& text, int) {
  const std::uint64_t count = text.number("the number of terminals", 1, kMaxSlots);
  std::vector<std::uint64_t> speeds;
  while (speeds.size() < count) speeds.push_back(text.number("the weight of a terminal", 1));
  return {std::make_shared<TreeTopology>(complete(count)), unless_equal(std::move(speeds))};
}

template <std::uint64_t kDimensions, bool kWraps>
Architecture read_grid(formats::NumberStream& text, int) {
  std::uint64_t count = kDimensions;
  if (count == 0) count = text.number("the number of dimensions", 1, 64);
  std::vector<GridDimension> dimensions;
  for (std::uint64_t slots = 1; dimensions.size() < count; slots *= dimensions.back().size) {
    dimensions.push_back({text.number("the size of a dimension", 1, kMaxSlots / slots), kWraps, 1});
  }
  return {std::make_shared<GridTopology>(std::move(dimensions)), {}};
}

Architecture read_hcub(formats::NumberStream& text, int) {
  const std::uint64_t dimensions = text.number("the number of dimensions", 1, 28);
  return {std::make_shared<GridTopology>(GridTopology::hypercube(dimensions)), {}};
}

/// Reads the levels from the root down, each with its arity and the cost of its links. The distance of two leaves is
/// the sum of the costs from the level where they meet down to them.
TreeTopology read_tleaf(formats::NumberStream& text) {
  const std::uint64_t levels = text.number("the number of levels", 1, 64);
  std::vector<std::uint64_t> arities, costs;
  for (std::uint64_t slots = 1; arities.size() < levels; slots *= arities.back()) {
    arities.push_back(text.number("the arity of a level", 1, kMaxSlots / slots));
    costs.push_back(text.number("the cost of a level's links", 1, std::uint64_t{1} << 55));
  }
  std::reverse(arities.begin(), arities.end());
  std::reverse(costs.begin(), costs.end());
  return with_unnamed_levels(TreeTopology::regular(arities, distances_of_link_costs(costs)));
}

Architecture read_leaves(formats::NumberStream& text, int) {
  return {std::make_shared<TreeTopology>(read_tleaf(text)), {}};
}

/// Reads a tree with a permutation: leaf i of every block of its size has the number permutation[i] in that block.
Architecture read_labelled_leaves(formats::NumberStream& text, int) {
  const auto tree = std::make_shared<TreeTopology>(read_tleaf(text));
  const std::uint64_t size = text.number("the size of the permutation", 1, tree->slots());
  bool whole_nodes = size == 1;
  for (std::size_t l = 1; l <= tree->levels(); ++l) whole_nodes = whole_nodes || tree->level(l).begin[1] == size;
  if (!whole_nodes) text.fail(fmt::format("found a permutation of {} leaves, expected all leaves of a node", size));
  std::vector<Slot> leaf(size, size);  // of every number
  for (std::uint64_t i = 0; i < size; ++i) {
    const std::uint64_t number = text.number("a number of the permutation", 0, size - 1);
    if (leaf[number] != size) text.fail(fmt::format("found {} twice in a permutation, expected once", number));
    leaf[number] = i;
  }
  if (std::is_sorted(leaf.begin(), leaf.end())) return {tree, {}};
  std::vector<Slot> kept(tree->slots());
  for (Slot slot = 0; slot < kept.size(); ++slot) kept[slot] = slot - slot % size + leaf[slot % size];
  return {restrict_to(tree, std::move(kept)), {}};
}

void check_terminals(std::vector<Slot> kept, const Architecture& whole, const formats::NumberStream& text,
                     std::uint64_t line) {
  std::sort(kept.begin(), kept.end());
  const std::uint64_t slots = whole.topology->slots();
  if (kept.back() >= slots) {
    throw InputError(text.path(), line, fmt::format("found terminal {}, expected below {}", kept.back(), slots));
  }
  if (const auto twice = std::adjacent_find(kept.begin(), kept.end()); twice != kept.end()) {
    throw InputError(text.path(), line, fmt::format("found terminal {} twice, expected each once", *twice));
  }
}

Architecture read_part(formats::NumberStream& text, int depth) {
  const std::uint64_t count = text.number("the number of terminals", 1, kMaxSlots), line = text.line();
  std::vector<Slot> kept;
  while (kept.size() < count) kept.push_back(text.number("the number of a terminal", 0));
  const Architecture whole = read_architecture(text, depth + 1);
  check_terminals(kept, whole, text, line);
  std::vector<std::uint64_t> speeds;
  if (!whole.speeds.empty()) {
    for (const Slot slot : kept) speeds.push_back(whole.speeds[slot]);
  }
  return {restrict_to(whole.topology, std::move(kept)), unless_equal(std::move(speeds))};
}

struct Kind {
  std::string_view name;
  Architecture (*read)(formats::NumberStream& text, int depth);
};

constexpr std::array<Kind, 13> kKinds = {{
    {"cmplt", read_cmplt},
    {"cmpltw", read_cmpltw},
    {"deco", [](formats::NumberStream& text, int) { return read_decomposition(text); }},
    {"hcub", read_hcub},
    {"ltleaf", read_labelled_leaves},
    {"mesh2D", read_grid<2, false>},
    {"mesh3D", read_grid<3, false>},
    {"meshXD", read_grid<0, false>},
    {"sub", read_part},
    {"tleaf", read_leaves},
    {"torus2D", read_grid<2, true>},
    {"torus3D", read_grid<3, true>},
    {"torusXD", read_grid<0, true>},
}};

Architecture read_architecture(formats::NumberStream& text, int depth) {
  if (depth > kMaxDepth) text.fail(fmt::format("found more than {} architectures in each other", kMaxDepth));
  const std::string name(text.word("the name of an architecture"));
  for (const Kind& kind : kKinds) {
    if (lower_case(kind.name) == lower_case(name)) return kind.read(text, depth);  // as Scotch compares
  }
  text.fail(fmt::format("found architecture \"{}\", expected one of {}", name, listed(kKinds, &Kind::name)));
}

}  // namespace

}  // namespace scotch

GivenTopology read_scotch(const std::string& path) {
  formats::NumberStream text(path);
  scotch::Architecture architecture = scotch::read_architecture(text, 1);
  text.expect_end();
  GivenTopology given{std::move(architecture.topology), {}, {}};
  given.speeds = std::move(architecture.speeds);
  return given;
}

}  // namespace topomorph::topology
