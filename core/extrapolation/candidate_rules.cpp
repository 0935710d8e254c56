// The rules that could explain a part of the traffic on a grid.
#include "core/extrapolation/candidate_rules.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

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
using Histogram = std::unordered_map<std::uint64_t, Frequency>;  // by number_of() the step

struct FrequentStep {
  Step step;
  std::uint64_t pairs = 0;
};

/// Makes a step its opposite if the first axis along which it goes is not positive.
void turn_upward(Step& step) {
  const auto first = std::ranges::find_if(step, [](std::int64_t s) { return s != 0; });
  if (first == step.end() || *first > 0) return;
  for (std::int64_t& s : step) s = -s;
}

/// Returns the shortest step round the axis; halfway round it is positive. The given step is shorter than the axis.
std::int64_t round_axis(std::int64_t step, std::int64_t extent) {
  const std::int64_t ahead = step < 0 ? step + extent : step;
  return 2 * ahead > extent ? ahead - extent : ahead;
}

/// Sets the step from the lower rank of a pair to the higher, across the ends of all axes if that is shorter, or never.
void set_step(Step& step, const RankPair& pair, const RankGrid& grid, bool wraps) {
  const auto from = grid.at(pair.low), to = grid.at(pair.high);
  const auto round_all = [&] {
    for (std::size_t a = 0; a < step.size(); ++a) step[a] = round_axis(step[a], grid.extents()[a]);
  };
  for (std::size_t a = 0; a < step.size(); ++a) step[a] = to[a] - from[a];
  if (wraps) round_all();
  turn_upward(step);
  if (wraps) round_all();  // halfway round, a step is its own opposite
}

/// Returns a number for the step that no other one has. Numbers are sorted as steps are.
std::uint64_t number_of(const Step& step, const RankGrid& grid) {
  std::uint64_t number = 0;
  for (std::size_t a = 0; a < step.size(); ++a) {
    const std::int64_t extent = grid.extents()[a];
    number = number * static_cast<std::uint64_t>(2 * extent) + static_cast<std::uint64_t>(step[a] + extent);
  }
  return number;
}

Step step_of(std::uint64_t number, const RankGrid& grid) {
  Step step(grid.axes());
  for (std::size_t a = step.size(); a-- > 0;) {
    const std::int64_t extent = grid.extents()[a];
    step[a] = static_cast<std::int64_t>(number % static_cast<std::uint64_t>(2 * extent)) - extent;
    number /= static_cast<std::uint64_t>(2 * extent);
  }
  return step;
}

/// Returns the number of a bucket for the number of a step.
std::size_t bucket_of(std::uint64_t number) { return number * 0x9e3779b97f4a7c15U >> 48; }
constexpr std::size_t kBuckets = std::size_t{1} << 16;

/// Counts the pairs by their step. Leaves out steps with few bytes by the bytes of their buckets, so that traffic
/// without any rule, which has as many steps as pairs, takes no large table.
Histogram steps_between(const PairTable& table, const RankGrid& grid, bool wraps) {
  std::vector<std::uint64_t> numbers;
  std::vector<double> bytes(kBuckets, 0);
  numbers.reserve(table.pairs().size());
  Step step(grid.axes());
  for (const RankPair& pair : table.pairs()) {
    set_step(step, pair, grid, wraps);
    numbers.push_back(number_of(step, grid));
    bytes[bucket_of(numbers.back())] += pair.all_bytes();
  }
  Histogram histogram;
  for (std::size_t p = 0; p < numbers.size(); ++p) {
    if (bytes[bucket_of(numbers[p])] < kLeastShare * table.total_bytes()) continue;
    Frequency& frequency = histogram[numbers[p]];
    frequency.bytes += table.pairs()[p].all_bytes();
    ++frequency.pairs;
  }
  return histogram;
}

/// Returns the steps with most bytes, the heaviest first.
std::vector<FrequentStep> frequent(const Histogram& histogram, const RankGrid& grid, double total) {
  std::vector<std::pair<double, std::uint64_t>> sorted;
  for (const auto& [number, frequency] : histogram) {
    if (frequency.bytes >= kLeastShare * total) sorted.emplace_back(-frequency.bytes, number);
  }
  std::ranges::sort(sorted);
  sorted.resize(std::min(sorted.size(), kMostSteps));
  std::vector<FrequentStep> steps;
  for (const auto& [bytes, number] : sorted) steps.push_back({step_of(number, grid), histogram.at(number).pairs});
  return steps;
}

class Candidates {
 public:
  Candidates(const PairTable& table, const RankGrid& grid, Work& work)
      : table_(table), grid_(grid), work_(work), along_(std::size_t{1} << grid.axes(), 0) {}

  std::vector<RulePairs> run() {
    work_ += 3 * table_.pairs().size() + grid_.ranks();
    count_by_axes();
    add_steps();
    add({.kind = RuleKind::Mirror}, table_.pairs().size());
    for (std::uint32_t axes = 1; axes < along_.size(); ++axes) add_groups(axes);
    return std::move(found_);
  }

 private:
  /// Keeps a rule if enough of its pairs communicate: not more than `most`, which is counted before any is looked up.
  void add(const Rule& rule, std::uint64_t most) {
    if (!extrapolation::fits(rule, grid_.extents(), grid_.numbering())) return;
    const auto pairs = static_cast<double>(pairs_of(rule, grid_));
    const auto enough = [&](std::uint64_t some) { return static_cast<double>(some) >= kLeastFound * pairs; };
    if (pairs == 0 || !enough(most)) return;
    const auto most_missing = static_cast<std::uint64_t>((1 - kLeastFound) * pairs) + 1;
    RulePairs candidate = pairs_of_rule(rule, grid_, table_, most_missing, work_);
    if (enough(candidate.found())) found_.push_back(std::move(candidate));
  }

  void count_by_axes() {
    for (const RankPair& pair : table_.pairs()) {
      const auto from = grid_.at(pair.low), to = grid_.at(pair.high);
      std::size_t axes = 0;
      for (std::size_t a = 0; a < from.size(); ++a) axes |= from[a] != to[a] ? std::size_t{1} << a : 0;
      ++along_[axes];
    }
  }

  void add_steps() {
    const Histogram plain = steps_between(table_, grid_, false), wrapped = steps_between(table_, grid_, true);
    for (const FrequentStep& frequent_step : frequent(wrapped, grid_, table_.total_bytes())) add_wrapped(frequent_step);
    const std::vector<bool> open(grid_.axes(), false);
    for (const FrequentStep& frequent_step : frequent(plain, grid_, table_.total_bytes())) {
      add({.step = frequent_step.step, .wraps = open}, frequent_step.pairs);
    }
  }

  /// Adds the step with every choice of axes that are closed, all of them first. An axis of two ranks is no ring.
  void add_wrapped(const FrequentStep& frequent_step) {
    const std::uint32_t all = 1U << grid_.axes();
    for (std::uint32_t rings = all; rings-- > 1;) {
      Rule rule{.step = frequent_step.step, .wraps = std::vector<bool>(grid_.axes())};
      bool moves = true;
      for (std::size_t a = 0; a < rule.wraps.size(); ++a) {
        rule.wraps[a] = ((rings >> a) & 1U) != 0;
        moves = moves && (!rule.wraps[a] || (rule.step[a] != 0 && grid_.extents()[a] > 2));
      }
      if (moves) add(rule, (is_halfway(rule, grid_) ? 2 : 1) * frequent_step.pairs);
    }
  }

  /// Returns how many pairs go along these axes only.
  std::uint64_t pairs_along(std::uint32_t axes) const {
    std::uint64_t pairs = 0;
    for (std::uint32_t some = 1; some < along_.size(); ++some) pairs += (some & ~axes) == 0 ? along_[some] : 0;
    return pairs;
  }

  void add_groups(std::uint32_t axes) {
    std::vector<bool> along(grid_.axes());
    std::size_t several = 0;
    for (std::size_t a = 0; a < along.size(); ++a) {
      along[a] = ((axes >> a) & 1U) != 0;
      several += along[a] ? 1 : 0;
    }
    const std::uint64_t most = pairs_along(axes);
    const auto add_kind = [&](RuleKind kind) { add({.kind = kind, .axes = along}, most); };
    if (several > 1) add_kind(RuleKind::Ring), add_kind(RuleKind::Chain);  // along one axis they are steps
    for (const RuleKind kind : {RuleKind::AllPairs, RuleKind::Doubling, RuleKind::LowTree, RuleKind::HighTree,
                                RuleKind::Root, RuleKind::Dissemination}) {
      add_kind(kind);
    }
  }

  const PairTable& table_;
  const RankGrid& grid_;
  Work& work_;
  std::vector<std::uint64_t> along_;  // by axes, as bits: how many pairs go along all of these and no other
  std::vector<RulePairs> found_;
};

}  // namespace

std::vector<RulePairs> candidate_rules(const PairTable& table, const RankGrid& grid, Work& work) {
  return Candidates(table, grid, work).run();
}

}  // namespace topomorph::extrapolation
