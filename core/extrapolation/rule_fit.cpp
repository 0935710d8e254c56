// How much traffic each rule has, and what of the measured traffic the rules leave unexplained.
#include "core/extrapolation/rule_fit.h"

#include <algorithm>
#include <cmath>

namespace topomorph::extrapolation {

namespace {

/// A pair may have so much more than its rules say, as a part of its bytes, before another rule must explain the rest:
/// blocks of a divided domain differ in size.
constexpr double kUneven = 0.25;

/// An unknown: the volume in one direction of one level of a rule.
struct Column {
  std::vector<std::uint32_t> entries;  ///< 2 x pair + direction, each once
  double times = 1;                    ///< how often the rule has each of them
  double rows = 0;                     ///< entries, and pairs of the rule that do not communicate
  double value = 0;
};

/// One column for each level and direction, in this order. An undirected table has no traffic back: both ends of a step
/// halfway round name the same entry.
std::vector<Column> columns_of(std::span<const RulePairs* const> rules, bool directed) {
  std::vector<Column> columns;
  for (const RulePairs* rule : rules) {
    for (std::size_t level = 0; level < rule->levels.size(); ++level) {
      for (std::uint32_t back = 0; back < 2; ++back) {
        Column& column = columns.emplace_back();
        if (back == 1 && !directed) continue;
        const bool both_ends = rule->twice && !directed;
        for (const RulePairs::Found& found : rule->levels[level]) {
          if (both_ends && found.turned) continue;
          column.entries.push_back(2 * found.pair + (directed && found.turned ? 1 - back : back));
        }
        column.times = both_ends ? 2 : 1;
        column.rows =
            static_cast<double>(column.entries.size()) + static_cast<double>(rule->missing[level]) / column.times;
      }
    }
  }
  return columns;
}

/// Returns how many sweeps over the columns may be made: fewer if they are long.
int most_sweeps(const std::vector<Column>& columns) {
  constexpr std::size_t kMost = 200, kLeast = 8, kMostEntries = 50'000'000;
  std::size_t entries = 1;
  for (const Column& column : columns) entries += column.entries.size();
  return static_cast<int>(std::clamp(kMostEntries / entries, kLeast, kMost));
}

/// Minimises the squares of the differences by coordinate descent, which needs no matrix. Columns share few entries, so
/// it converges in a few sweeps.
void solve(std::vector<Column>& columns, const std::vector<double>& wanted, Work& work) {
  constexpr double kPrecision = 1e-9;
  std::vector<double> model(wanted.size(), 0);
  for (Column& column : columns) column.value = 0;
  for (int sweep = most_sweeps(columns); sweep > 0; --sweep) {
    double moved = 0, size = 0;
    for (Column& column : columns) {
      if (column.entries.empty()) continue;
      work += column.entries.size();
      double sum = 0;
      const double here = column.times * column.value;
      for (const std::uint32_t entry : column.entries) sum += wanted[entry] - model[entry] + here;
      const double value = std::max(sum / (column.times * column.rows), 0.0), change = value - column.value;
      for (const std::uint32_t entry : column.entries) model[entry] += column.times * change;
      column.value = value;
      moved = std::max(moved, std::abs(change));
      size = std::max(size, value);
    }
    if (moved <= kPrecision * size) return;
  }
}

std::vector<double> measured(const PairTable& table, std::array<double, 2> RankPair::*quantity) {
  std::vector<double> values;
  values.reserve(2 * table.pairs().size());
  for (const RankPair& pair : table.pairs())
    values.insert(values.end(), (pair.*quantity).begin(), (pair.*quantity).end());
  return values;
}

std::vector<FittedRule> with_volumes(std::span<const RulePairs* const> rules, const PairTable& table, Work& work) {
  std::vector<FittedRule> fitted;
  for (const RulePairs* rule : rules) fitted.push_back({rule->rule, std::vector<PairVolume>(rule->levels.size()), 0});
  std::vector<Column> columns = columns_of(rules, table.is_directed());
  const auto take = [&](std::array<double, 2> RankPair::*from, std::array<double, 2> PairVolume::*to) {
    solve(columns, measured(table, from), work);
    std::size_t next = 0;
    for (FittedRule& rule : fitted) {
      for (PairVolume& level : rule.levels) {
        for (double& direction : level.*to) direction = columns[next++].value;
      }
    }
    for (std::size_t r = 0; r < rules.size(); ++r) {
      if (!rules[r]->twice || !table.is_directed()) continue;
      auto& both = fitted[r].levels.front().*to;  // only their sum is known
      both.fill((both[0] + both[1]) / 2);
    }
  };
  take(&RankPair::bytes, &PairVolume::bytes);
  take(&RankPair::messages, &PairVolume::messages);
  return fitted;
}

/// Returns what the rules say of each pair. Adds the bytes of silent pairs to `invented`.
std::vector<double> modelled(std::span<const RulePairs* const> rules, std::vector<FittedRule>& fitted,
                             std::size_t pairs, double& invented) {
  std::vector<double> model(pairs, 0);
  for (std::size_t r = 0; r < rules.size(); ++r) {
    for (std::size_t level = 0; level < fitted[r].levels.size(); ++level) {
      const double bytes = fitted[r].levels[level].all_bytes();
      const auto& found = rules[r]->levels[level];
      for (const RulePairs::Found& each : found) model[each.pair] += bytes;
      invented += bytes * static_cast<double>(rules[r]->missing[level]);
      fitted[r].bytes += bytes * static_cast<double>(found.size() + rules[r]->missing[level]);
    }
  }
  return model;
}

}  // namespace

std::uint64_t RulePairs::found() const {
  std::uint64_t sum = 0;
  for (const auto& level : levels) sum += level.size();
  return sum;
}

std::uint64_t RulePairs::all() const {
  std::uint64_t sum = found();
  for (const std::uint64_t count : missing) sum += count;
  return sum;
}

RulePairs pairs_of_rule(const Rule& rule, const RankGrid& grid, const PairTable& table, std::uint64_t most_missing,
                        Work& work) {
  const std::size_t levels = levels_of(rule, grid);
  RulePairs result{rule, is_halfway(rule, grid), std::vector<std::vector<RulePairs::Found>>(levels),
                   std::vector<std::uint64_t>(levels)};
  std::uint64_t missing = 0;
  for_each_pair(rule, grid, [&](Role from, Role to, std::size_t level) {
    ++work;
    if (const auto pair = table.find(from, to)) {
      result.levels[level].push_back({*pair, from > to});
      return true;
    }
    ++result.missing[level];
    return ++missing <= most_missing;
  });
  return result;
}

Fit fit(std::span<const RulePairs* const> rules, const PairTable& table, Work& work) {
  work += table.pairs().size();
  Fit result{with_volumes(rules, table, work), 0, 0, std::nullopt, {}};
  double invented = 0, unexplained = 0, uneven = 0, heaviest = 0;
  const std::vector<double> model = modelled(rules, result.rules, table.pairs().size(), invented);
  for (std::size_t p = 0; p < model.size(); ++p) {
    const double bytes = table.pairs()[p].all_bytes(), above = bytes - model[p];
    const bool is_little = above <= kUneven * bytes;
    result.left.push_back(is_little ? 0 : above);
    unexplained += result.left.back();
    uneven += is_little ? std::abs(above) : 0;
    if (result.left.back() > heaviest) heaviest = above, result.heaviest = table.pairs()[p];
  }
  const double total = std::max(table.total_bytes(), 1.0);
  result.unexplained = (unexplained + invented) / total;
  result.uneven = uneven / total;
  return result;
}

}  // namespace topomorph::extrapolation
