// How a grid, and the volumes of its rules, grow with the number of ranks.
#include "core/extrapolation/grid_growth.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/base/median.h"
#include "core/extrapolation/block_shape.h"

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

namespace {

/// Returns volumes of more levels: like the known ones if these are nearly equal, else by the mean factor from level to
/// level, which is at most two.
std::vector<double> more_levels(std::vector<double> volumes, std::size_t levels) {
  constexpr double kEqual = 1.25, kMostFactor = 2;
  if (volumes.empty()) return std::vector<double>(levels, 0);
  const double first = volumes.front(), last = volumes.back();
  const bool grows = first > 0 && last > 0 && std::max(last / first, first / last) > kEqual;
  const double factor = grows ? std::pow(last / first, 1 / static_cast<double>(volumes.size() - 1)) : 1;
  while (volumes.size() < levels) {
    volumes.push_back(volumes.back() * std::clamp(factor, 1 / kMostFactor, kMostFactor));
  }
  volumes.resize(levels);
  return volumes;
}

/// How one volume of a rule changes with the number of ranks.
class VolumeLaw {
 public:
  VolumeLaw(const Recognised& known, const Recognised* smaller, const RankGrid& grid)
      : known_(known),
        smaller_(smaller),
        grid_(grid),
        divides_domain_(smaller != nullptr && divides_domain()),
        shape_(known, grid) {}

  FittedRule continued(std::size_t index) const {
    const FittedRule& rule = known_.fit.rules[index];
    FittedRule result{rule.rule, std::vector<PairVolume>(levels_of(rule.rule, grid_)), 0};
    const std::optional<double> by_rule = known_factor(rule.rule);
    for (std::size_t direction = 0; direction < 2; ++direction) {
      const auto bytes = [direction](auto& volume) -> auto& { return volume.bytes[direction]; };
      const auto messages = [direction](auto& volume) -> auto& { return volume.messages[direction]; };
      fill(result, index, by_rule ? *by_rule : fitted_factor(index, bytes), bytes);
      fill(result, index, smaller_ == nullptr ? 1 : fitted_factor(index, messages), messages);
    }
    for (const PairVolume& level : result.levels) result.bytes += level.all_bytes();
    return result;
  }

 private:
  template <typename Part>
  void fill(FittedRule& result, std::size_t index, double factor, Part part) const {
    std::vector<double> volumes;
    for (const PairVolume& level : known_.fit.rules[index].levels) volumes.push_back(factor * part(level));
    volumes = more_levels(std::move(volumes), result.levels.size());
    for (std::size_t level = 0; level < volumes.size(); ++level) part(result.levels[level]) = volumes[level];
  }

  /// Returns by what the bytes of a pair grow, without a second profile or with a divided domain; else nothing.
  std::optional<double> known_factor(const Rule& rule) const {
    if (smaller_ == nullptr) return assumed(rule);
    if (divides_domain_ && rule.kind == RuleKind::Step)
      return surface(rule, grid_.extents()) / surface(rule, known_.grid.extents());
    return std::nullopt;
  }

  /// Returns by what a volume grows if it goes on as from the smaller profile: all levels of a rule alike, because
  /// light ones are not known well.
  template <typename Part>
  double fitted_factor(std::size_t index, Part part) const {
    constexpr double kSteepest = 3;  // no volume is known to change faster than with this power of the ranks
    const FittedRule& rule = known_.fit.rules[index];
    const std::vector<PairVolume>& before = smaller_->fit.rules[index].levels;
    std::vector<double> growths;
    for (std::size_t level = 0; level < std::min(before.size(), rule.levels.size()); ++level) {
      const double from = part(before[level]), to = part(rule.levels[level]);
      if (from > 0 && to > 0) growths.push_back(std::log(to / from));
    }
    const double known =
        std::log(static_cast<double>(known_.grid.ranks()) / static_cast<double>(smaller_->grid.ranks()));
    const double power = std::clamp(median(growths) / known, -kSteepest, kSteepest);
    return std::pow(static_cast<double>(grid_.ranks()) / static_cast<double>(known_.grid.ranks()), power);
  }

  /// Whether all heavy steps have changed as surfaces do. A power of the number of ranks would be wrong for each axis
  /// where the grids have different shapes.
  bool divides_domain() const {
    constexpr double kHeavy = 0.05, kTolerance = 1.15;
    double all = 0;
    for (const FittedRule& rule : known_.fit.rules) all += rule.bytes;
    bool some = false;
    for (std::size_t index = 0; index < known_.fit.rules.size(); ++index) {
      const FittedRule &rule = known_.fit.rules[index], &before = smaller_->fit.rules[index];
      if (rule.rule.kind != RuleKind::Step || rule.bytes < kHeavy * all) continue;
      const double expected = surface(rule.rule, known_.grid.extents()) / surface(rule.rule, smaller_->grid.extents());
      const double grown = rule.levels.front().all_bytes() / std::max(before.levels.front().all_bytes(), 1.0);
      if (std::max(grown / expected, expected / grown) > kTolerance) return false;
      some = true;
    }
    return some;
  }

  /// Each process sends about as many bytes as before. An all-to-all divides its bytes among more processes.
  double assumed(const Rule& rule) const {
    if (rule.kind == RuleKind::Step) return shape_.factor(rule);
    if (rule.kind != RuleKind::AllPairs) return 1;
    const auto others = [&](const RankGrid& grid) {
      return std::max<double>(1, static_cast<double>(group_size(rule, grid)) - 1);
    };
    return others(known_.grid) / others(grid_);
  }

  const Recognised& known_;
  const Recognised* smaller_;
  const RankGrid& grid_;
  bool divides_domain_;
  BlockShape shape_;
};

}  // namespace

std::vector<FittedRule> continued_rules(const Recognised& known, const Recognised* smaller, const RankGrid& grid) {
  const VolumeLaw law(known, smaller, grid);
  std::vector<FittedRule> rules;
  for (std::size_t index = 0; index < known.fit.rules.size(); ++index) rules.push_back(law.continued(index));
  return rules;
}

}  // namespace topomorph::extrapolation
