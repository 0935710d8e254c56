// How a grid grows with the number of ranks.
#include "core/extrapolation/grid_growth.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace topomorph::extrapolation {

namespace {

std::uint64_t cells_of(const Extents& extents) {
  return static_cast<std::uint64_t>(
      std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>()));
}

/// Returns the extents nearest to a cube, the longest first.
Extents balanced(std::uint64_t ranks, std::size_t axes) {
  const auto length = [](const Extents& extents) {
    return std::accumulate(extents.begin(), extents.end(), std::int64_t{0});
  };
  const std::vector<Extents> all = factorisations(ranks, axes, 1);
  Extents best = *std::ranges::min_element(all, {}, length);
  std::ranges::sort(best, std::greater<>());
  return best;
}

bool is_balanced(Extents extents) {
  const Extents best = balanced(cells_of(extents), extents.size());
  std::ranges::sort(extents, std::greater<>());
  return extents == best;
}

/// Returns the axes, the longest first; of axes as long as each other the one that is longer in the smaller grid, then
/// the last or the first.
std::vector<std::size_t> by_length(const Extents& known, const std::optional<Extents>& smaller, bool first) {
  std::vector<std::size_t> axes(known.size());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  if (!first) std::ranges::reverse(axes);
  std::ranges::stable_sort(axes, [&](std::size_t a, std::size_t b) {
    if (known[a] != known[b] || !smaller) return known[a] > known[b];
    return (*smaller)[a] > (*smaller)[b];
  });
  return axes;
}

std::vector<Extents> balanced_extents(const Extents& known, const std::optional<Extents>& smaller,
                                      std::uint64_t ranks) {
  const Extents lengths = balanced(ranks, known.size());
  std::vector<Extents> found;
  for (const bool first : {false, true}) {
    const std::vector<std::size_t> axes = by_length(known, smaller, first);
    Extents extents(known.size());
    for (std::size_t i = 0; i < axes.size(); ++i) extents[axes[i]] = lengths[i];
    if (found.empty() || found.front() != extents) found.push_back(std::move(extents));
  }
  return found;
}

/// Returns all extents, those first whose axes grow most nearly by the wanted powers of the number of ranks.
std::vector<Extents> nearest_extents(const Extents& known, const std::vector<double>& powers, std::uint64_t ranks) {
  const double growth = std::log(static_cast<double>(ranks) / static_cast<double>(cells_of(known)));
  std::vector<std::pair<double, Extents>> sorted;
  for (Extents& extents : factorisations(ranks, known.size(), 1)) {
    double off = 0;
    for (std::size_t a = 0; a < known.size(); ++a) {
      const double grown = std::log(static_cast<double>(extents[a]) / static_cast<double>(known[a]));
      off += std::pow(grown - powers[a] * growth, 2);
    }
    sorted.emplace_back(off, std::move(extents));
  }
  std::ranges::stable_sort(sorted, {}, &std::pair<double, Extents>::first);
  std::vector<Extents> result;
  for (auto& [off, extents] : sorted) result.push_back(std::move(extents));
  return result;
}

/// By axis: the power of the number of ranks with which it has grown.
std::vector<double> powers_of(const Extents& known, const std::optional<Extents>& smaller) {
  std::vector<double> powers(known.size(), 1 / static_cast<double>(known.size()));
  if (!smaller) return powers;
  const double growth = std::log(static_cast<double>(cells_of(known)) / static_cast<double>(cells_of(*smaller)));
  for (std::size_t a = 0; a < known.size(); ++a) {
    powers[a] = std::log(static_cast<double>(known[a]) / static_cast<double>((*smaller)[a])) / growth;
  }
  return powers;
}

}  // namespace

std::vector<Extents> continued_extents(const Extents& known, const std::optional<Extents>& smaller,
                                       std::uint64_t ranks) {
  std::vector<Extents> extents;
  if (is_balanced(known) && (!smaller || is_balanced(*smaller))) extents = balanced_extents(known, smaller, ranks);
  for (Extents& others : nearest_extents(known, powers_of(known, smaller), ranks)) {
    if (std::ranges::find(extents, others) == extents.end()) extents.push_back(std::move(others));
  }
  return extents;
}

namespace {

/// A prime number of ranks makes a line of every grid, on which the rules of the other axes would say nothing.
bool loses_axis(const Extents& known, const Extents& extents) {
  for (std::size_t axis = 0; axis < known.size(); ++axis) {
    if (known[axis] > 1 && extents[axis] == 1) return true;
  }
  return false;
}

}  // namespace

std::optional<RankGrid> continued_grid(const Recognised& known, const std::optional<Extents>& smaller,
                                       std::uint64_t ranks) {
  const Numbering numbering = known.grid.numbering();
  for (const Extents& extents : continued_extents(known.grid.extents(), smaller, ranks)) {
    if (!can_be_numbered(extents, numbering) || loses_axis(known.grid.extents(), extents)) continue;
    const auto fits_here = [&](const FittedRule& rule) { return fits(rule.rule, extents, numbering); };
    if (std::ranges::all_of(known.fit.rules, fits_here)) return RankGrid(extents, numbering);
  }
  return std::nullopt;
}

}  // namespace topomorph::extrapolation
