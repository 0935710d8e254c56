// The rules that could explain a part of the traffic on a grid.
#include "core/extrapolation/candidate_rules.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace topomorph::extrapolation {

namespace {

/// So many of a rule's pairs must communicate: measured stencils miss single edges.
constexpr double kLeastFound = 0.95;
/// Steps with a smaller share of all bytes are not tried.
constexpr double kLeastShare = 1e-4;
/// The most frequent steps that are tried; a stencil of 5 x 5 x 5 has 62.
constexpr std::size_t kMostSteps = 64;

using Step = std::vector<std::int64_t>;

struct Frequency {
  double bytes = 0;
  std::uint64_t pairs = 0;
};
using Histogram = std::map<Step, Frequency>;

/// Returns the step or its opposite: the first axis along which it goes is positive.
Step upward(Step step) {
  const auto first = std::ranges::find_if(step, [](std::int64_t s) { return s != 0; });
  if (first != step.end() && *first < 0) {
    for (std::int64_t& s : step) s = -s;
  }
  return step;
}

/// Returns the shortest step round the axis; halfway round it is positive.
std::int64_t round_axis(std::int64_t step, std::int64_t extent) {
  const std::int64_t ahead = ((step % extent) + extent) % extent;
  return 2 * ahead > extent ? ahead - extent : ahead;
}

/// Counts the pairs by their step: across the ends of all axes if that is shorter, or never.
Histogram steps_between(const PairTable& table, const RankGrid& grid, bool wraps) {
  Histogram histogram;
  for (const RankPair& pair : table.pairs()) {
    const auto from = grid.at(pair.low), to = grid.at(pair.high);
    Step step(grid.axes());
    for (std::size_t a = 0; a < step.size(); ++a) {
      step[a] = to[a] - from[a];
      if (wraps) step[a] = round_axis(step[a], grid.extents()[a]);
    }
    step = upward(std::move(step));
    if (wraps) {  // halfway round, a step is its own opposite
      for (std::size_t a = 0; a < step.size(); ++a) step[a] = round_axis(step[a], grid.extents()[a]);
    }
    Frequency& frequency = histogram[step];
    frequency.bytes += pair.all_bytes();
    ++frequency.pairs;
  }
  return histogram;
}

std::vector<Step> frequent(const Histogram& histogram, double total) {
  std::vector<std::pair<double, Step>> sorted;
  for (const auto& [step, frequency] : histogram) {
    if (frequency.bytes >= kLeastShare * total) sorted.emplace_back(-frequency.bytes, step);
  }
  std::ranges::sort(sorted);
  sorted.resize(std::min(sorted.size(), kMostSteps));
  std::vector<Step> steps;
  for (auto& [bytes, step] : sorted) steps.push_back(std::move(step));
  return steps;
}

class Candidates {
 public:
  Candidates(const PairTable& table, const RankGrid& grid) : table_(table), grid_(grid) {}

  std::vector<RulePairs> run() {
    add_steps();
    add({.kind = RuleKind::Mirror});
    for (std::uint32_t axes = 1; axes < (1U << grid_.axes()); ++axes) add_groups(axes);
    return std::move(found_);
  }

 private:
  /// Keeps a rule if enough of its pairs communicate. Counts before it looks at each pair.
  void add(Rule rule) {
    if (!extrapolation::fits(rule, grid_)) return;
    const std::uint64_t pairs = pairs_of(rule, grid_);
    const auto enough = [&](std::uint64_t some) {
      return static_cast<double>(some) >= kLeastFound * static_cast<double>(pairs);
    };
    if (pairs == 0 || !enough(table_.pairs().size())) return;
    RulePairs candidate = pairs_of_rule(rule, grid_, table_);
    if (enough(candidate.found())) found_.push_back(std::move(candidate));
  }

  void add_steps() {
    const Histogram plain = steps_between(table_, grid_, false), wrapped = steps_between(table_, grid_, true);
    const std::vector<bool> open(grid_.axes(), false);
    for (const Step& step : frequent(wrapped, table_.total_bytes())) add_wrapped(step);
    for (const Step& step : frequent(plain, table_.total_bytes())) {
      if (could_be_all(step, open, plain.at(step).pairs)) add({.step = step, .wraps = open});
    }
  }

  /// Adds the step with every choice of axes that are closed, all of them first. An axis of two ranks is no ring.
  void add_wrapped(const Step& step) {
    const std::uint32_t all = 1U << grid_.axes();
    for (std::uint32_t rings = all; rings-- > 1;) {
      std::vector<bool> wraps(grid_.axes());
      bool moves = true;
      for (std::size_t a = 0; a < wraps.size(); ++a) {
        wraps[a] = ((rings >> a) & 1U) != 0;
        moves = moves && (!wraps[a] || (step[a] != 0 && grid_.extents()[a] > 2));
      }
      if (moves) add({.step = step, .wraps = wraps});
    }
  }

  /// Whether so many pairs are nearly all that the step has.
  bool could_be_all(const Step& step, const std::vector<bool>& wraps, std::uint64_t pairs) const {
    double expected = 1;
    for (std::size_t a = 0; a < step.size(); ++a) {
      const auto extent = static_cast<double>(grid_.extents()[a]);
      expected *= wraps[a] ? extent : std::max(extent - std::abs(static_cast<double>(step[a])), 0.0);
    }
    return static_cast<double>(pairs) >= kLeastFound * expected;
  }

  void add_groups(std::uint32_t axes) {
    std::vector<bool> along(grid_.axes());
    std::size_t several = 0;
    for (std::size_t a = 0; a < along.size(); ++a) {
      along[a] = ((axes >> a) & 1U) != 0;
      several += along[a] ? 1 : 0;
    }
    const auto add_kind = [&](RuleKind kind) { add({.kind = kind, .axes = along}); };
    if (several > 1) add_kind(RuleKind::Ring), add_kind(RuleKind::Chain);  // along one axis they are steps
    for (const RuleKind kind : {RuleKind::AllPairs, RuleKind::Doubling, RuleKind::LowTree, RuleKind::HighTree,
                                RuleKind::Root, RuleKind::Dissemination}) {
      add_kind(kind);
    }
  }

  const PairTable& table_;
  const RankGrid& grid_;
  std::vector<RulePairs> found_;
};

}  // namespace

std::vector<RulePairs> candidate_rules(const PairTable& table, const RankGrid& grid) {
  return Candidates(table, grid).run();
}

}  // namespace topomorph::extrapolation
