// Writes topologies as Scotch's target architectures.
#include <algorithm>
#include <limits>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/model/tree.h"
#include "core/topology/export/export.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::topology {

namespace {

/// A tree with equal children: arities and link costs from the root down, as in "tleaf".
struct Leaves {
  std::vector<std::uint64_t> arities, costs;
  std::uint64_t slots = 1;
};

/// Returns the smallest tree with equal children that contains this one. Drops levels that make no difference: with one
/// child a node, or with the distance of the level below. Returns nothing if Scotch has no such tree (a distance of 0)
/// or it would be far larger than this one.
std::optional<Leaves> equal_children(const TreeTopology& tree) {
  Leaves leaves;
  std::uint64_t below = 0;
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    const std::uint64_t arity = tree.most_children(l), distance = tree.level(l).distance;
    if (arity > std::max<std::uint64_t>(16 * tree.slots(), 1024) / leaves.slots) return std::nullopt;
    leaves.slots *= arity;
    if (arity == 1) continue;
    if (distance == 0) return std::nullopt;
    if (distance == below) {
      leaves.arities.back() *= arity;
    } else {
      leaves.arities.push_back(arity);
      leaves.costs.push_back(distance - below);
    }
    below = distance;
  }
  std::reverse(leaves.arities.begin(), leaves.arities.end());
  std::reverse(leaves.costs.begin(), leaves.costs.end());
  return leaves;
}

void write_leaves(const Leaves& leaves, const Output& output) {
  if (leaves.arities.empty()) return output("cmplt\n1\n");
  if (leaves.arities.size() == 1 && leaves.costs[0] == 1) return output(fmt::format("cmplt\n{}\n", leaves.arities[0]));
  output(fmt::format("tleaf\n{}", leaves.arities.size()));
  for (std::size_t i = 0; i < leaves.arities.size(); ++i) {
    output(fmt::format(" {} {}", leaves.arities[i], leaves.costs[i]));
  }
  output("\n");
}

/// Returns the positions of the tree's slots among the leaves of the tree with equal children.
std::vector<Slot> leaf_positions(const TreeTopology& tree, const Leaves& leaves) {
  std::vector<Slot> places(tree.slots(), 0);
  std::uint64_t size = 1;
  for (std::size_t l = 1; l <= tree.levels() && size < leaves.slots; ++l) {
    std::size_t child = 0, first = 0, node = 0;
    for (Slot slot = 0; slot < tree.slots(); ++slot) {
      if (l == 1) child = slot;
      if (l > 1 && tree.level(l - 1).begin[child + 1] == slot) ++child;
      if (tree.level(l).begin[node + 1] == slot) ++node, first = child;
      places[slot] += (child - first) * size;
    }
    size *= tree.most_children(l);
  }
  return places;
}

void write_list(std::span<const Slot> slots, const Output& output) {
  output(fmt::format("sub\n{}", slots.size()));
  for (const Slot slot : slots) output(fmt::format(" {}", slot));
  output("\n");
}

bool write_tree(const TreeTopology& tree, const Output& output) {
  const auto leaves = equal_children(tree);
  if (!leaves) return false;
  if (leaves->slots > tree.slots()) write_list(leaf_positions(tree, *leaves), output);
  write_leaves(*leaves, output);
  return true;
}

/// Writes a part of a tree as one list of leaves of the tree with equal children, even if the latter is larger than the
/// tree.
bool write_part_of_tree(const TreeTopology& tree, std::span<const Slot> kept, const Output& output) {
  const auto leaves = equal_children(tree);
  if (!leaves) return false;
  const std::vector<Slot> places = leaf_positions(tree, *leaves);
  std::vector<Slot> kept_places;
  for (const Slot slot : kept) kept_places.push_back(places[slot]);
  write_list(kept_places, output);
  write_leaves(*leaves, output);
  return true;
}

bool write_grid(const GridTopology& grid, const Output& output) {
  std::vector<std::uint64_t> sizes;
  bool mesh = true, torus = true;
  for (const GridDimension& dimension : grid.dimensions()) {
    if (dimension.size == 1) continue;
    if (dimension.cost != 1) return false;
    sizes.push_back(dimension.size);
    mesh = mesh && (!dimension.wraps || dimension.size <= 2);
    torus = torus && (dimension.wraps || dimension.size <= 2);
  }
  if (!mesh && !torus) return false;
  if (mesh && torus && sizes.size() > 3) return output(fmt::format("hcub\n{}\n", sizes.size())), true;
  while (sizes.size() < 2) sizes.push_back(1);
  const char* kind = mesh ? "mesh" : "torus";
  output(sizes.size() > 3 ? fmt::format("{}XD\n{}", kind, sizes.size()) : fmt::format("{}{}D\n", kind, sizes.size()));
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    output(fmt::format("{}{}", d == 0 && sizes.size() <= 3 ? "" : " ", sizes[d]));
  }
  output("\n");
  return true;
}

/// Appends the numbers of the domains that the slots become by repeated halving.
void halve(std::uint64_t slots, std::uint64_t domain, std::vector<std::uint64_t>& domains) {
  if (slots == 1) {
    domains.push_back(domain);
    return;
  }
  halve(slots - slots / 2, 2 * domain, domains);
  halve(slots / 2, 2 * domain + 1, domains);
}

}  // namespace

bool try_to_write_scotch_table(const GivenTopology& given, const Output& output, std::string& why) {
  const Topology& topology = *given.topology;
  const std::uint64_t slots = topology.slots();
  if (slots > kMaxSlotsWithTable) {
    why = fmt::format("scotch: found {} slots of a {}, expected at most {} where all distances are listed", slots,
                      topology.describe(), kMaxSlotsWithTable);
    return false;
  }
  std::vector<std::uint64_t> domains;
  halve(slots, 1, domains);
  output(fmt::format("deco\n0\n{} {}\n", slots, *std::max_element(domains.begin(), domains.end())));
  for (Slot slot = 0; slot < slots; ++slot) {
    output(fmt::format("{} {} {}\n", slot, given.speeds.empty() ? 1 : given.speeds[slot], domains[slot]));
  }
  for (Slot a = 1; a < slots; ++a) {
    for (Slot b = 0; b < a; ++b) {
      const std::uint64_t distance = topology.distance(a, b);
      if (distance == 0 || distance > std::numeric_limits<std::int32_t>::max()) {
        why = fmt::format("scotch: found distance {} of slots {} and {}, expected 1 to 2147483647", distance, b, a);
        return false;
      }
      output(fmt::format("{}{}", distance, b + 1 == a ? "\n" : " "));
    }
  }
  return true;
}

namespace {

bool write_shape(const Topology& topology, const Output& output);

bool write_part(const RestrictedTopology& part, const Output& output) {
  const TreeTopology* tree = as_tree(part.whole());
  if (tree != nullptr) return write_part_of_tree(*tree, part.kept(), output);
  std::string whole;
  if (!write_shape(part.whole(), [&whole](std::string_view text) { whole += text; })) return false;
  write_list(part.kept(), output);
  output(whole);
  return true;
}

/// Writes the topology by its shape; returns false if Scotch has no such shape.
bool write_shape(const Topology& topology, const Output& output) {
  return visit_shape(
      topology, [&](const TreeTopology& tree) { return write_tree(tree, output); },
      [&](const GridTopology& grid) { return write_grid(grid, output); },
      [&](const RestrictedTopology& part) { return write_part(part, output); },
      [](const AnyOf<ComposedTopology, NetworkTopology> auto&) { return false; });
}

bool write_weighted(const GivenTopology& given, const Output& output) {
  const TreeTopology* tree = as_tree(*given.topology);
  if (tree == nullptr || tree->levels() != 1 || tree->level(1).distance != 1) return false;
  output(fmt::format("cmpltw\n{}", tree->slots()));
  for (const std::uint64_t speed : given.speeds) output(fmt::format(" {}", speed));
  output("\n");
  return true;
}

}  // namespace

bool try_to_write_scotch(const GivenTopology& given, const Output& output, std::string& why) {
  const bool by_shape = given.speeds.empty() ? write_shape(*given.topology, output) : write_weighted(given, output);
  return by_shape || try_to_write_scotch_table(given, output, why);
}

void write_scotch(const GivenTopology& given, const Output& output) {
  std::string why;
  if (!try_to_write_scotch(given, output, why)) throw InputError(why);
}

}  // namespace topomorph::topology
