// Finds the grid and the rules that explain the traffic of a profile.
#include "core/extrapolation/recognition.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/base/median.h"
#include "core/extrapolation/candidate_rules.h"

namespace topomorph::extrapolation {

namespace {

constexpr std::size_t kMostAxes = 3, kMostRules = 24;
/// A rule with less than this part of all bytes is left out: no mapping depends on it.
constexpr double kLeastGain = 1e-4;
/// A rule of more levels must explain so much more for each, as a part: a step is not the first level of a
/// dissemination whose other levels carry hardly anything.
constexpr double kLeastOfLevel = 0.02;
/// A grid that leaves this part of all bytes unexplained is not improved by other numberings.
constexpr double kExplained = 0.01;

/// Returns the bytes that a rule would explain of what is left.
double gain_of(const RulePairs& candidate, const std::vector<double>& left) {
  double gain = 0;
  for (std::size_t level = 0; level < candidate.levels.size(); ++level) {
    std::vector<double> volumes;
    for (const RulePairs::Found& found : candidate.levels[level]) {
      if (left[found.pair] > 0) volumes.push_back(left[found.pair]);
    }
    const double volume = median(volumes);
    for (const double each : volumes) gain += std::min(each, volume);
    gain -= volume * static_cast<double>(candidate.missing[level]);
  }
  return gain;
}

/// Returns the parts of a description beside the bytes that it leaves unexplained, as a share of all bytes: simple
/// rules on few axes are preferred. A step has a part for each doubling of its length.
double complexity_of(const Fit& fit, const RankGrid& grid) {
  constexpr double kOfRule = 2e-3, kOfDoubling = 5e-4, kOfAxis = 5e-4;
  double complexity = kOfAxis * static_cast<double>(grid.axes());
  for (const FittedRule& rule : fit.rules) {
    complexity += kOfRule;
    for (const std::int64_t step : rule.rule.step)
      complexity += kOfDoubling * std::log2(std::max<double>(1, std::abs(static_cast<double>(step))));
  }
  return complexity;
}

Recognised explain(const PairTable& table, const RankGrid& grid) {
  const std::vector<RulePairs> candidates = candidate_rules(table, grid);
  std::vector<const RulePairs*> chosen;
  Fit best = fit(chosen, table);
  while (chosen.size() < kMostRules) {
    const RulePairs* next = nullptr;
    double most = 0;
    for (const RulePairs& candidate : candidates) {
      const double gain = gain_of(candidate, best.left);
      if (gain <= kLeastGain * table.total_bytes()) continue;
      const double levels = static_cast<double>(candidate.levels.size() - 1);
      const double worth = gain / (1 + kLeastOfLevel * levels);
      if (worth > most * (1 + 1e-9)) most = worth, next = &candidate;
    }
    if (next == nullptr || std::ranges::find(chosen, next) != chosen.end()) break;
    chosen.push_back(next);
    Fit more = fit(chosen, table);
    if (more.unexplained >= best.unexplained) break;
    best = std::move(more);
  }
  return {grid, std::move(best)};
}

/// The best of all grids so far.
class Best {
 public:
  explicit Best(const PairTable& table) : table_(table) {}

  void consider(const RankGrid& grid) {
    Recognised found = explain(table_, grid);
    const double length = found.fit.unexplained + found.fit.uneven + complexity_of(found.fit, grid);
    if (length < least_ * (1 - 1e-9)) least_ = length, best_ = std::move(found);
  }
  bool explains() const { return best_ && best_->fit.unexplained <= kExplained; }
  Recognised take() { return std::move(*best_); }

 private:
  const PairTable& table_;
  std::optional<Recognised> best_;
  double least_ = std::numeric_limits<double>::infinity();
};

}  // namespace

Recognised recognise(const PairTable& table) {
  Best best(table);
  for (std::size_t axes = 1; axes <= kMostAxes; ++axes) {
    for (const Extents& extents : factorisations(table.ranks(), axes)) best.consider(RankGrid(extents));
  }
  if (best.explains() || !std::has_single_bit(table.ranks())) return best.take();
  for (std::size_t axes = 2; axes <= kMostAxes; ++axes) {
    for (const Extents& extents : factorisations(table.ranks(), axes)) {
      best.consider(RankGrid(extents, Numbering::Interleaved));
    }
  }
  return best.take();
}

Recognised with_rules(const RankGrid& grid, std::span<const Rule> rules, const PairTable& table) {
  std::vector<RulePairs> pairs;
  for (const Rule& rule : rules) pairs.push_back(pairs_of_rule(rule, grid, table));
  std::vector<const RulePairs*> chosen;
  for (const RulePairs& each : pairs) chosen.push_back(&each);
  return {grid, fit(chosen, table)};
}

std::vector<Rule> rules_of(const Recognised& recognised) {
  std::vector<Rule> rules;
  for (const FittedRule& rule : recognised.fit.rules) rules.push_back(rule.rule);
  return rules;
}

}  // namespace topomorph::extrapolation
