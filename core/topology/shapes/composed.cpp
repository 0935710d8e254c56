// Topologies made of others: networks with machines in their places, and some slots of a topology.
#include "core/topology/shapes/composed.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/model/tree.h"
#include "core/topology/shapes/merge_trees.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::topology {

namespace {

constexpr std::uint64_t kTimesFarther = 16;                      // as in a job with an unknown network
constexpr std::uint64_t kMostLookedAt = std::uint64_t{1} << 24;  // slots; larger topologies are sampled evenly

/// Returns distances from the first slot, and from each slot to the next, for shapes without a formula. They are exact
/// for trees and for shapes that look alike from every slot, and an estimate for graphs, at the price of two passes.
Extent sampled_extent(const Topology& topology) {
  Extent extent;
  const std::uint64_t step = (topology.slots() - 1) / kMostLookedAt + 1;
  for (Slot slot = 1; slot < topology.slots(); slot += step) {
    const std::uint64_t from_first = topology.distance(0, slot);
    const std::uint64_t near = std::min(from_first, topology.distance(slot - 1, slot));
    extent.farthest = std::max(extent.farthest, from_first);
    extent.nearest = slot == 1 ? near : std::min(extent.nearest, near);
  }
  return extent;
}

Extent extent_of_network(const NetworkTopology& network) {
  const auto computed = network.extent();
  return computed ? *computed : sampled_extent(network);
}

Extent extent_of(const Topology& topology) {
  return visit_shape(
      topology, [](const NetworkTopology& network) { return extent_of_network(network); },
      [](const AnyOf<TreeTopology, ComposedTopology, RestrictedTopology> auto& other) {
        return sampled_extent(other);
      });
}

std::uint64_t farthest_inside(std::span<const std::shared_ptr<const Topology>> parts) {
  std::uint64_t farthest = 0;
  const Topology* last = nullptr;  // places that share a part are usually neighbours
  for (const auto& part : parts) {
    if (part.get() != last) farthest = std::max(farthest, extent_of(*part).farthest);
    last = part.get();
  }
  return farthest;
}

/// Returns the smallest scale that makes the nearest places kTimesFarther times as far apart as the ends of a part.
std::uint64_t scale_for(std::uint64_t inside, std::uint64_t nearest) {
  std::uint64_t wanted = 0;
  if (nearest == 0) return 1;
  if (__builtin_mul_overflow(inside, kTimesFarther, &wanted)) throw InputError("found distances too large to scale");
  return std::max<std::uint64_t>((wanted + nearest - 1) / nearest, 1);
}

/// Throws if distances may exceed 64 bits: two slots are at most twice as far apart as the farthest is from the first.
void check_scaled(std::uint64_t farthest, std::uint64_t scale) {
  std::uint64_t longest = 0;
  if (__builtin_mul_overflow(farthest, scale, &longest) || longest > std::numeric_limits<std::uint64_t>::max() / 2) {
    throw InputError(
        fmt::format("found distances of {} times {} in a network, expected less than 2^63", farthest, scale));
  }
}

/// Returns all parts as trees; empty if one is no tree.
std::vector<const TreeTopology*> trees_of(std::span<const std::shared_ptr<const Topology>> parts) {
  std::vector<const TreeTopology*> trees;
  for (const auto& part : parts) {
    trees.push_back(as_tree(*part));
    if (trees.back() == nullptr) return {};
  }
  return trees;
}

}  // namespace

ComposedTopology::ComposedTopology(std::shared_ptr<const Topology> network,
                                   std::vector<std::shared_ptr<const Topology>> parts, std::uint64_t scale)
    : network_(std::move(network)), parts_(std::move(parts)), scale_(scale) {
  if (parts_.size() != network_->slots()) {
    throw InputError(fmt::format("found {} machines for a network of {} places, expected one each", parts_.size(),
                                 network_->slots()));
  }
  for (const auto& part : parts_) {
    begin_.push_back(begin_.back() + part->slots());
    if (begin_.back() > kMaxSlots)
      throw InputError(fmt::format("found more than {} slots, expected at most that", kMaxSlots));
  }
  const auto as_first = [&](const auto& part) { return part->slots() == parts_[0]->slots(); };
  if (std::all_of(parts_.begin(), parts_.end(), as_first)) slots_of_each_ = parts_[0]->slots();
}

bool ComposedTopology::has_one_part() const {
  return std::all_of(parts_.begin(), parts_.end(), [&](const auto& part) { return part == parts_[0]; });
}

std::size_t ComposedTopology::place_of(Slot slot) const {
  if (slots_of_each_ > 0) return slot / slots_of_each_;
  return interval_of(begin_, slot);
}

std::uint64_t ComposedTopology::distance(Slot a, Slot b) const {
  const std::size_t p = place_of(a), q = place_of(b);
  if (p == q) return parts_[p]->distance(a - begin_[p], b - begin_[p]);
  return network_->distance(p, q) * scale_;
}

std::string ComposedTopology::describe() const {
  return has_one_part() ? fmt::format("{}, each place {}", network_->describe(), with_article(parts_[0]->describe()))
                        : fmt::format("{}, {} slots in its places", network_->describe(), slots());
}

std::shared_ptr<const Topology> compose(std::shared_ptr<const Topology> network,
                                        std::vector<std::shared_ptr<const Topology>> parts, std::uint64_t scale) {
  const Extent extent = extent_of(*network);
  if (scale == 0) scale = scale_for(farthest_inside(parts), extent.nearest);
  check_scaled(extent.farthest, scale);
  auto composed = std::make_shared<ComposedTopology>(std::move(network), std::move(parts), scale);
  const auto* tree = as_tree(composed->network());
  const auto trees = tree == nullptr ? std::vector<const TreeTopology*>() : trees_of(composed->parts());
  if (trees.empty()) return composed;
  if (composed->slots() > kMaxTreeSlots) {
    throw InputError(fmt::format("found a tree of {} slots, expected at most {}", composed->slots(), kMaxTreeSlots));
  }
  auto merged = merge_trees(*tree, trees, scale);
  if (!merged) return composed;
  return std::make_shared<TreeTopology>(std::move(*merged));
}

ComposedRouting::ComposedRouting(const ComposedTopology& composed, std::shared_ptr<const Routing> network, Parts parts)
    : composed_(composed), network_(std::move(network)), parts_(std::move(parts)), begin_{network_->links()} {
  for (std::size_t place = 0; place + 1 < composed.begin().size(); ++place) {
    begin_.push_back(begin_.back() + part(place).links());
  }
}

std::size_t ComposedRouting::place_of_link(Link link) const { return interval_of(begin_, link); }

std::string ComposedRouting::name(Link link) const {
  if (link < begin_.front()) return network_->name(link);
  const std::size_t place = place_of_link(link);
  return fmt::format("place {}: {}", place, part(place).name(link - begin_[place]));
}

double ComposedRouting::bandwidth(Link link) const {
  if (link < begin_.front()) return network_->bandwidth(link) / static_cast<double>(composed_.scale());
  const std::size_t place = place_of_link(link);
  return part(place).bandwidth(link - begin_[place]);
}

template <typename Walk>
void ComposedRouting::walk_in(std::size_t place, std::vector<Link>& path, Walk walk) const {
  const std::size_t before = path.size();
  walk(part(place));
  for (std::size_t i = before; i < path.size(); ++i) path[i] += begin_[place];
}

void ComposedRouting::route(Slot a, Slot b, std::vector<Link>& path) const {
  const std::size_t p = composed_.place_of(a), q = composed_.place_of(b);
  const Slot from = a - composed_.begin()[p], to = b - composed_.begin()[q];
  if (p == q) {
    walk_in(p, path, [&](const Routing& part) { part.route(from, to, path); });
    return;
  }
  walk_in(p, path, [&](const Routing& part) { part.leave(from, path); });
  network_->route(p, q, path);
  walk_in(q, path, [&](const Routing& part) { part.enter(to, path); });
}

RestrictedTopology::RestrictedTopology(std::shared_ptr<const Topology> whole, std::vector<Slot> kept)
    : whole_(std::move(whole)), kept_(std::move(kept)) {
  std::vector<Slot> sorted = kept_;
  std::sort(sorted.begin(), sorted.end());
  const bool unique = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  if (sorted.empty() || !unique || sorted.back() >= whole_->slots()) {
    throw InputError(fmt::format("expected at least one slot, each once, all below {}", whole_->slots()));
  }
}

std::string RestrictedTopology::describe() const {
  return fmt::format("{} of the {} slots of {}", slots(), whole_->slots(), with_article(whole_->describe()));
}

std::shared_ptr<const Topology> restrict_to(std::shared_ptr<const Topology> whole, std::vector<Slot> kept) {
  const auto* tree = as_tree(*whole);
  if (tree != nullptr && std::is_sorted(kept.begin(), kept.end())) {
    return std::make_shared<TreeTopology>(tree->restricted_to(kept));
  }
  return std::make_shared<RestrictedTopology>(std::move(whole), std::move(kept));
}

}  // namespace topomorph::topology
