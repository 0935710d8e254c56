// Finds the grid and the rules that explain the traffic of a profile.
#include "core/extrapolation/recognition.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>

#include "core/base/median.h"
#include "core/extrapolation/candidate_rules.h"
#include "core/extrapolation/rank_grid.h"

namespace topomorph::extrapolation {

namespace {

constexpr std::size_t kMostAxes = 3, kMostRules = 24;
/// A rule with less than this part of all bytes is left out: no mapping depends on it.
constexpr double kLeastGain = 1e-4;
/// Parts of a description as shares of all bytes: an axis, and a level of a rule.
constexpr double kOfAxis = 3e-4, kOfLevel = 2e-3;
/// A line of all ranks, and the likeliest grid.
constexpr std::uint64_t kAlwaysTried = 2;
/// A grid that leaves this part of all bytes unexplained is not improved by other numberings.
constexpr double kExplained = 0.01;

/// Returns the bytes left by pair of one level, where some are left.
std::vector<double> left_of(const std::vector<RulePairs::Found>& level, const std::vector<double>& left) {
  std::vector<double> volumes;
  for (const RulePairs::Found& found : level) {
    if (left[found.pair] > 0) volumes.push_back(left[found.pair]);
  }
  return volumes;
}

/// Returns whether each level has about the volume of the one before, or all grow or shrink by the same factor of at
/// most about two, as in gathers and halvings. Other rules explain most of a level that has few pairs left: it says
/// nothing.
bool are_regular(const RulePairs& candidate, const std::vector<double>& left) {
  constexpr double kMostFactor = 2.5, kTolerance = 1.5;
  double before = 0, factor = 0;
  for (const auto& level : candidate.levels) {
    const std::vector<double> volumes = left_of(level, left);
    if (2 * volumes.size() < level.size()) {
      before = 0;
      continue;
    }
    const double volume = median(volumes);
    if (before > 0) {
      const double here = volume / before;
      if (here > kMostFactor || here < 1 / kMostFactor) return false;
      if (factor > 0 && std::max(here / factor, factor / here) > kTolerance) return false;
      factor = here;
    }
    before = volume;
  }
  return true;
}

/// Returns the bytes that a rule would explain of what is left, less those that it would say of pairs with fewer.
double gain_of(const RulePairs& candidate, const std::vector<double>& left) {
  if (!are_regular(candidate, left)) return 0;
  double gain = 0;
  for (std::size_t level = 0; level < candidate.levels.size(); ++level) {
    const std::vector<double> volumes = left_of(candidate.levels[level], left);
    const double volume = median(volumes);
    for (const double each : volumes) gain += std::min(each, volume) - std::max(volume - each, 0.0);
    gain -= volume * static_cast<double>(candidate.missing[level]);
  }
  return candidate.twice ? gain / 2 : gain;
}

/// Returns the part of a description that a rule takes, as a share of all bytes that it must explain. Stencils are more
/// frequent than hypercubes, so a rule of several levels takes more than so many steps. A step takes more for each
/// doubling of its length.
double complexity_of(const Rule& rule, std::size_t levels) {
  constexpr double kOfSeveral = 8e-4, kOfDoubling = 1e-3;
  double complexity = kOfLevel * static_cast<double>(levels) + (levels > 1 ? kOfSeveral : 0);
  for (const std::int64_t step : rule.step) {
    complexity += kOfDoubling * std::log2(std::max<double>(1, std::abs(static_cast<double>(step))));
  }
  return complexity;
}

/// Returns what a description takes beside the bytes that it leaves unexplained. A light rule takes no more than the
/// bytes that it explains: a grid is not worse for it.
double complexity_of(const Fit& fit, const RankGrid& grid, double total) {
  double complexity = kOfAxis * static_cast<double>(grid.axes());
  for (const FittedRule& rule : fit.rules) {
    complexity += std::min(complexity_of(rule.rule, rule.levels.size()), rule.bytes / total);
  }
  return complexity;
}

Recognised explain(const PairTable& table, const RankGrid& grid, Work& work) {
  const std::vector<RulePairs> candidates = candidate_rules(table, grid, work);
  std::vector<const RulePairs*> chosen;
  Fit best = fit(chosen, table, work);
  while (chosen.size() < kMostRules) {
    const RulePairs* next = nullptr;
    double most = 0;
    for (const RulePairs& candidate : candidates) {
      work += candidate.found();
      const double gain = gain_of(candidate, best.left);
      if (gain <= kLeastGain * table.total_bytes()) continue;
      const double worth = gain / complexity_of(candidate.rule, candidate.levels.size());
      if (worth > most * (1 + 1e-9)) most = worth, next = &candidate;
    }
    if (next == nullptr || std::ranges::find(chosen, next) != chosen.end()) break;
    chosen.push_back(next);
    Fit more = fit(chosen, table, work);
    if (more.unexplained >= best.unexplained) break;
    best = std::move(more);
  }
  return {grid, std::move(best), 0};
}

/// Whether all steps along axes of more than two ranks go round, and some do.
bool goes_round(const std::vector<Rule>& rules, const RankGrid& grid) {
  bool some = false;
  for (const Rule& rule : rules) {
    for (std::size_t a = 0; a < rule.step.size(); ++a) {
      if (rule.step[a] == 0 || grid.extents()[a] <= 2) continue;
      if (!rule.wraps[a]) return false;
      some = true;
    }
  }
  return some;
}

/// Round an axis of two ranks both neighbours are the same rank, and nothing tells a ring from a line. Such an axis is
/// taken to be closed if the others are.
Recognised with_narrow_axes(Recognised found, const PairTable& table, Work& work) {
  std::vector<Rule> rules = rules_of(found);
  if (!goes_round(rules, found.grid)) return found;
  for (Rule& rule : rules) {
    for (std::size_t a = 0; a < rule.step.size(); ++a) {
      if (rule.step[a] != 0 && found.grid.extents()[a] == 2) rule.wraps[a] = true;
    }
  }
  Recognised closed = with_rules(found.grid, rules, table, work);
  return closed.fit.unexplained <= found.fit.unexplained + kLeastGain ? std::move(closed) : std::move(found);
}

/// Whether a grid comes first of two that explain the traffic equally well.
bool is_simpler(const RankGrid& a, const RankGrid& b) {
  return std::tuple(a.numbering(), a.axes(), a.extents()) < std::tuple(b.numbering(), b.axes(), b.extents());
}

/// The best of all grids so far.
class Best {
 public:
  explicit Best(const PairTable& table) : table_(table) {}

  /// Considers grids in this order, no more after some work.
  void consider_all(const std::vector<Extents>& grids, Numbering numbering, Work most_work) {
    work_ = 0;
    for (const Extents& extents : grids) {
      if (cannot_be_shorter(extents.size())) continue;
      if (work_ >= most_work && tried_ >= kAlwaysTried) {
        ++untried_;
        continue;
      }
      consider(RankGrid(extents, numbering));
      ++tried_;
    }
  }
  bool explains() const { return best_ && best_->fit.unexplained <= kExplained; }
  /// Heavy rules come first: where two have the same pairs on a smaller grid, the heavier one is fitted first.
  Recognised take() {
    Recognised found = with_narrow_axes(std::move(*best_), table_, work_);
    found.untried = untried_;
    std::ranges::stable_sort(found.fit.rules, std::greater<>(), &FittedRule::bytes);
    return found;
  }

 private:
  /// Each description has its axes and a rule.
  bool cannot_be_shorter(std::size_t axes) const { return least_ < kOfAxis * static_cast<double>(axes) + kOfLevel; }

  void consider(const RankGrid& grid) {
    constexpr double kEqual = 1e-9;
    Recognised found = explain(table_, grid, work_);
    const double length =
        found.fit.unexplained + found.fit.uneven + complexity_of(found.fit, grid, table_.total_bytes());
    const bool equal = best_ && std::abs(length - least_) <= kEqual * least_;
    if (equal ? !is_simpler(grid, best_->grid) : length > least_) return;
    least_ = length;
    best_ = std::move(found);
  }

  const PairTable& table_;
  std::optional<Recognised> best_;
  double least_ = std::numeric_limits<double>::infinity();
  Work work_ = 0;
  std::uint64_t tried_ = 0, untried_ = 0;
};

}  // namespace

Recognised recognise(const PairTable& table, Work most_work) {
  Best best(table);
  std::vector<Extents> grids = likely_grids(table, kMostAxes, Numbering::RowMajor);
  grids.insert(grids.begin(), {static_cast<std::int64_t>(table.ranks())});
  best.consider_all(grids, Numbering::RowMajor, most_work);
  if (best.explains() || !std::has_single_bit(table.ranks())) return best.take();
  best.consider_all(likely_grids(table, kMostAxes, Numbering::Interleaved), Numbering::Interleaved, most_work);
  return best.take();
}

Recognised with_rules(const RankGrid& grid, std::span<const Rule> rules, const PairTable& table, Work& work) {
  constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();
  std::vector<RulePairs> pairs;
  for (const Rule& rule : rules) pairs.push_back(pairs_of_rule(rule, grid, table, kAny, work));
  std::vector<const RulePairs*> chosen;
  for (const RulePairs& each : pairs) chosen.push_back(&each);
  return {grid, fit(chosen, table, work), 0};
}

std::vector<Rule> rules_of(const Recognised& recognised) {
  std::vector<Rule> rules;
  for (const FittedRule& rule : recognised.fit.rules) rules.push_back(rule.rule);
  return rules;
}

}  // namespace topomorph::extrapolation
