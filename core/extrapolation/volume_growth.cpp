// How the volumes of a grid's rules grow with the number of ranks.
#include "core/extrapolation/volume_growth.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/median.h"
#include "core/extrapolation/block_shape.h"

namespace topomorph::extrapolation {

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
