// Trees of slots: construction, packed codes, restriction.
#include "core/model/tree.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/base/text.h"

namespace topomorph::inline model {
namespace {

std::string level_title(const TreeLevel& level, std::size_t number) {
  return level.name.empty() ? fmt::format("tree level {}", number)
                            : fmt::format("tree level {} ({})", number, level.name);
}

void check_intervals(const TreeLevel& level, std::size_t number) {
  const auto& begin = level.begin;
  if (begin.size() < 2 || begin.front() != 0 ||
      std::adjacent_find(begin.begin(), begin.end(), std::greater_equal<>()) != begin.end()) {
    throw InputError(level_title(level, number) + ": expected nodes that begin at slot 0 and are not empty");
  }
}

/// Returns the number of children of every node of level `upper`; `lower` is null if the children are slots.
std::vector<std::uint64_t> child_counts(const TreeLevel& upper, const TreeLevel* lower) {
  std::vector<std::uint64_t> counts;
  std::size_t child = 0;
  for (std::size_t node = 0; node + 1 < upper.begin.size(); ++node) {
    const Slot end = upper.begin[node + 1];
    if (lower == nullptr) {
      counts.push_back(end - upper.begin[node]);
      continue;
    }
    const std::size_t first = child;
    while (child + 1 < lower->begin.size() && lower->begin[child] < end) ++child;
    counts.push_back(child - first);
  }
  return counts;
}

/// Returns the codes of the nodes of the level below (of the slots if `lower` is null): each the code of its parent,
/// with the node's own number.
std::vector<std::uint64_t> codes_below(const std::vector<std::uint64_t>& codes, const TreeLevel& upper,
                                       const TreeLevel* lower, int shift) {
  std::vector<std::uint64_t> result;
  result.reserve(lower == nullptr ? upper.begin.back() : lower->begin.size() - 1);
  for (std::size_t node = 0; node < codes.size(); ++node) {
    const std::size_t first = result.size();
    const auto is_inside = [&] {
      const Slot child = lower == nullptr ? result.size() : lower->begin[result.size()];
      return child < upper.begin[node + 1];
    };
    while (is_inside()) {
      const std::uint64_t number =
          result.size() - first;  // with only one child the shift may be 64, which << does not allow
      result.push_back(number == 0 ? codes[node] : codes[node] | number << shift);
    }
  }
  return result;
}

std::uint64_t checked_product(std::uint64_t slots, std::uint64_t arity) {
  std::uint64_t product = 0;
  if (arity == 0) throw InputError("found arity 0 in a tree, expected at least 1");
  if (__builtin_mul_overflow(slots, arity, &product) || product > kMaxTreeSlots) {
    throw InputError(fmt::format("found a tree of more than {} slots, expected at most that", kMaxTreeSlots));
  }
  return product;
}

}  // namespace

TreeTopology::TreeTopology(std::vector<TreeLevel> levels) : levels_(std::move(levels)) {
  check();
  distance_of_level_.push_back(0);
  for (const TreeLevel& level : levels_) distance_of_level_.push_back(level.distance);
  pack_codes();
}

void TreeTopology::check() const {
  if (levels_.empty()) throw InputError("found a tree without levels, expected at least one");
  for (std::size_t l = 1; l <= levels_.size(); ++l) {
    check_intervals(level(l), l);
    if (level(l).begin.back() != slots()) {
      throw InputError(
          fmt::format("{}: found {} slots, expected {}", level_title(level(l), l), level(l).begin.back(), slots()));
    }
    if (l == 1) continue;
    const auto& below = level(l - 1);
    if (!std::includes(below.begin.begin(), below.begin.end(), level(l).begin.begin(), level(l).begin.end())) {
      throw InputError(level_title(level(l), l) + ": expected nodes that are made of whole nodes of the level below");
    }
    if (level(l).distance < below.distance) {
      throw InputError(fmt::format("{}: found distance {}, expected at least {}, the distance of the level below",
                                   level_title(level(l), l), level(l).distance, below.distance));
    }
  }
  if (levels_.back().begin.size() != 2) throw InputError("found a tree with several roots, expected one");
  if (slots() > kMaxTreeSlots)
    throw InputError(fmt::format("found {} slots, expected at most {}", slots(), kMaxTreeSlots));
}

TreeTopology TreeTopology::regular(std::span<const std::uint64_t> arities, std::span<const std::uint64_t> distances) {
  if (!distances.empty() && distances.size() != arities.size()) {
    throw InputError(
        fmt::format("found {} distances for {} levels of a tree, expected one each", distances.size(), arities.size()));
  }
  std::uint64_t total = 1, nodes = 0;
  for (const std::uint64_t arity : arities) total = checked_product(total, arity);
  for (std::uint64_t size = 1; const std::uint64_t arity : arities) nodes += total / (size *= arity);
  if (nodes > 2 * kMaxTreeSlots) {  // only levels of arity 1 can exceed it
    throw InputError(
        fmt::format("found a tree of {} nodes on all levels, expected at most {}", nodes, 2 * kMaxTreeSlots));
  }

  std::vector<TreeLevel> levels;
  std::uint64_t size = 1;
  for (std::size_t i = 0; i < arities.size(); ++i) {
    size *= arities[i];
    TreeLevel level{{}, distances.empty() ? 2 * (i + 1) : distances[i], {}};
    for (Slot slot = 0; slot <= total; slot += size) level.begin.push_back(slot);
    levels.push_back(std::move(level));
  }
  return TreeTopology(std::move(levels));
}

void TreeTopology::pack_codes() {
  if (levels_.size() > std::numeric_limits<std::uint8_t>::max()) return;
  std::vector<int> width;
  for (std::size_t l = 1; l <= levels_.size(); ++l) {
    width.push_back(static_cast<int>(std::bit_width(most_children(l) - 1)));
    level_of_bit_.insert(level_of_bit_.end(), static_cast<std::size_t>(width.back()), static_cast<std::uint8_t>(l));
  }
  if (level_of_bit_.size() > 64) return;

  code_ = {0};  // codes of the nodes of one level at a time, from the root down to the slots
  int shift = std::accumulate(width.begin(), width.end(), 0);
  for (std::size_t l = levels_.size(); l >= 1; --l) {
    shift -= width[l - 1];
    code_ = codes_below(code_, level(l), l > 1 ? &level(l - 1) : nullptr, shift);
  }
}

std::size_t TreeTopology::node_of(std::size_t l, Slot slot) const {
  if (l == 0) return slot;
  return interval_of(level(l).begin, slot);
}

std::size_t TreeTopology::lca_by_walking(Slot a, Slot b) const {
  if (a == b) return 0;
  std::size_t l = 1;
  while (node_of(l, a) != node_of(l, b)) ++l;
  return l;
}

TreeTopology TreeTopology::restricted_to(std::span<const Slot> kept) const {
  const bool ascending = std::adjacent_find(kept.begin(), kept.end(), std::greater_equal<>()) == kept.end();
  if (kept.empty() || !ascending || kept.back() >= slots()) {
    throw InputError(fmt::format("expected slots in ascending order, each once, all below {}", slots()));
  }
  std::vector<TreeLevel> levels;
  for (const TreeLevel& old : levels_) {
    TreeLevel level{old.name, old.distance, {0}, old.cables};
    for (std::size_t node = 1; node < old.begin.size(); ++node) {
      const auto before = std::lower_bound(kept.begin(), kept.end(), old.begin[node]) - kept.begin();
      if (static_cast<Slot>(before) > level.begin.back()) level.begin.push_back(static_cast<Slot>(before));
    }
    levels.push_back(std::move(level));
  }
  return TreeTopology(std::move(levels));
}

std::uint64_t TreeTopology::most_children(std::size_t l) const {
  const auto counts = child_counts(level(l), l > 1 ? &level(l - 1) : nullptr);
  return *std::max_element(counts.begin(), counts.end());
}

TreeTopology TreeTopology::with_distances(std::span<const std::uint64_t> distances) const {
  std::vector<TreeLevel> levels = levels_;
  for (std::size_t i = 0; i < levels.size(); ++i) levels[i].distance = distances[i];
  return TreeTopology(std::move(levels));
}

TreeTopology TreeTopology::above(std::size_t l) const {
  std::vector<TreeLevel> levels(levels_.begin() + static_cast<std::ptrdiff_t>(l), levels_.end());
  for (TreeLevel& level : levels) {
    for (Slot& slot : level.begin) slot = slot == slots() ? nodes(l) : node_of(l, slot);
  }
  return TreeTopology(std::move(levels));
}

TreeTopology TreeTopology::with_places(std::uint64_t places) const {
  if (places == 1) return *this;
  std::vector<TreeLevel> levels = levels_;
  levels.insert(levels.begin(), {"slot", 0, successive<Slot>(slots() + 1)});
  for (TreeLevel& level : levels) {
    for (Slot& slot : level.begin) slot *= places;
  }
  return TreeTopology(std::move(levels));
}

std::string TreeTopology::describe() const {
  std::string text = "tree of ";
  for (std::size_t l = levels(); l >= 1; --l) {
    const auto counts = child_counts(level(l), l > 1 ? &level(l - 1) : nullptr);
    const auto [low, high] = std::minmax_element(counts.begin(), counts.end());
    if (l != levels()) text += " x ";
    text += *low == *high ? fmt::format("{}", *low) : fmt::format("{}-{}", *low, *high);
    const std::string name = l == 1 ? "slot" : level(l - 1).name;
    if (!name.empty()) text += " " + (*high > 1 ? plural(name) : name);
  }
  return text;
}

}  // namespace topomorph::inline model
