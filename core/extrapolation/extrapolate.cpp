// Continues the affinity of a job to another number of ranks, if rules explain it.
#include "core/extrapolation/extrapolate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/extrapolation/block_shape.h"
#include "core/extrapolation/grid_growth.h"
#include "core/model/groups.h"

namespace topomorph::extrapolation {

namespace {

/// Rounds a volume. Throws InputError if it does not fit 64 bits.
std::uint64_t whole(double volume) {
  const double rounded = std::round(std::max(volume, 0.0));
  if (rounded < 0x1p64) return static_cast<std::uint64_t>(rounded);
  throw InputError(
      fmt::format("a pair or a process would have a volume of {:.3g}, which does not fit 64 bits", volume));
}

/// Collects the traffic of rules on a grid.
class Builder {
 public:
  Builder(const RankGrid& grid, bool directed) : grid_(grid), directed_(directed) {}

  void add(const FittedRule& rule) {
    if (rule.rule.kind == RuleKind::AllPairs && 2 * pairs_of(rule.rule, grid_) > kMostGroupPairs)
      return add_groups(rule);
    for_each_pair(rule.rule, grid_, [&](Role from, Role to, std::size_t level) {
      const PairVolume& volume = rule.levels[level];
      if (!directed_ && from > to) std::swap(from, to);
      add_pair(from, to, volume.bytes[0], volume.messages[0]);
      if (directed_) add_pair(to, from, volume.bytes[1], volume.messages[1]);
      return true;
    });
  }

  Affinity take() { return affinity_of(grid_.ranks(), std::move(traffic_), std::move(groups_)); }

 private:
  void add_pair(Role from, Role to, double bytes, double messages) {
    if (whole(bytes) + whole(messages) > 0) traffic_.push_back({from, to, whole(bytes), whole(messages)});
  }

  void add_groups(const FittedRule& rule) {
    const PairVolume& volume = rule.levels.front();
    for (std::vector<Role>& members : groups_along(rule.rule.axes, grid_)) {
      const double others = static_cast<double>(members.size() - 1) / 2;  // half of the pair's traffic is a member's
      const std::uint64_t bytes = whole(others * volume.all_bytes());
      const std::uint64_t messages = whole(others * (volume.messages[0] + volume.messages[1]));
      const std::size_t size = members.size();
      groups_.push_back({std::move(members), std::vector(size, bytes), std::vector(size, messages)});
    }
  }

  const RankGrid& grid_;
  bool directed_;
  std::vector<Traffic> traffic_;
  std::vector<GroupTraffic> groups_;
};

Finding finding_of(const Recognised& found) {
  return {found.grid.ranks(), found.grid.text(), found.fit.unexplained, found.fit.uneven};
}

std::string percent(double share) { return fmt::format("{:.3g} %", 100 * share); }

void check_traffic(const PairTable& table) {
  if (!table.pairs().empty()) return;
  throw InputError(fmt::format("no bytes between different ranks (of {}): nothing to continue", table.ranks()));
}

void check_explained(const Recognised& found) {
  const Fit& fit = found.fit;
  if (fit.unexplained > kMostUnexplained) {
    std::string pair;
    if (fit.heaviest) {
      pair = fmt::format(", most of it ranks {} and {} with {}", fit.heaviest->low, fit.heaviest->high,
                         volume_text(whole(fit.heaviest->all_bytes())));
    }
    const std::string untried =
        found.untried == 0 ? "" : fmt::format("; {} less likely grids of so many ranks were not tried", found.untried);
    throw InputError(fmt::format("{} of the bytes of {} ranks follow no rule of grids, groups or trees{}{}",
                                 percent(fit.unexplained), found.grid.ranks(), pair, untried));
  }
  if (fit.uneven > kMostUneven) {
    throw InputError(
        fmt::format("pairs that follow the same rule differ by {} of their bytes on average: the rule says "
                    "little of other numbers of ranks",
                    percent(fit.uneven)));
  }
}

/// Whether a rule joins two ranks and no third: nothing shows how it goes on.
bool is_single(const Rule& rule, const RankGrid& grid) {
  if (rule.kind == RuleKind::Mirror) return grid.ranks() <= 4;
  if (rule.kind != RuleKind::Step) return group_size(rule, grid) <= 2;
  for (std::size_t a = 0; a < grid.axes(); ++a) {
    if (rule.step[a] != 0 && grid.extents()[a] > 2) return false;
  }
  return true;
}

void check_evidence(const Recognised& found, double total) {
  constexpr double kMostSingle = 0.8;  // in 2x2x4 ranks the two short axes may have three quarters of all bytes
  double single = 0;
  for (const FittedRule& rule : found.fit.rules) single += is_single(rule.rule, found.grid) ? rule.bytes : 0;
  if (single <= kMostSingle * total) return;
  throw InputError(
      fmt::format("{} of the bytes of {} ranks are between ranks in pairs, which do not tell who is whose partner in a "
                  "job of another size: profile one of that size",
                  percent(single / total), found.grid.ranks()));
}

std::vector<RuleInWords> in_words(const Recognised& found, double total) {
  std::vector<RuleInWords> rules;
  for (const FittedRule& rule : found.fit.rules) rules.push_back({text_of(rule.rule, found.grid), rule.bytes / total});
  return rules;
}

/// Returns the fit of the same rules to the smaller affinity, on the most probable grid on which they explain it. Tries
/// no more grids after kMostWork.
Recognised check(const Recognised& known, const PairTable& smaller) {
  const std::vector<Rule> rules = rules_of(known);
  const Numbering numbering = known.grid.numbering();
  double least = 1;
  Work work = 0;
  for (const Extents& extents : continued_extents(known.grid.extents(), std::nullopt, smaller.ranks())) {
    if (work >= kMostWork) break;
    if (!can_be_numbered(extents, numbering)) continue;
    if (!std::ranges::all_of(rules, [&](const Rule& rule) { return fits(rule, extents, numbering); })) continue;
    Recognised found = with_rules(RankGrid(extents, numbering), rules, smaller, work);
    if (found.fit.unexplained <= kMostUnexplained && found.fit.uneven <= kMostUneven) return found;
    least = std::min(least, found.fit.unexplained);
  }
  throw InputError(fmt::format("the rules of {} ranks (grid {}) leave {} of the bytes of {} ranks unexplained",
                               known.grid.ranks(), known.grid.text(), percent(least), smaller.ranks()));
}

/// Returns what is assumed of the volumes of a grid's steps.
std::string volumes_assumed(const BlockShape& shape) {
  if (!shape.matters() || shape.kept() == KeptShape::Block) return "each process sends as much as before";
  return shape.kept() == KeptShape::Domain
             ? "each process sends about as much as before, the domain of all keeps its proportions"
             : "each process sends about as much as before, with volumes between those of blocks and of a domain that "
               "keep their proportions";
}

std::string assumption_of(const Recognised& known, const Recognised* smaller, const RankGrid& grid) {
  if (smaller != nullptr) {
    return fmt::format("grid and volumes grow as from {} to {} ranks (grid {} to {})", smaller->grid.ranks(),
                       known.grid.ranks(), smaller->grid.text(), known.grid.text());
  }
  const std::string volumes = volumes_assumed(BlockShape(known, grid));
  return known.grid.axes() == 1
             ? volumes
             : volumes + ", the grid keeps its shape, and of axes as long as each other the last becomes the longest";
}

Continuation build(const Recognised& known, const Recognised* smaller, const PairTable& table, std::uint64_t ranks) {
  const auto grid =
      continued_grid(known, smaller != nullptr ? std::optional(smaller->grid.extents()) : std::nullopt, ranks);
  if (!grid) {
    throw InputError(fmt::format("{} ranks make no grid like {} on which its rules have a meaning ({})", ranks,
                                 known.grid.text(), listed(in_words(known, table.total_bytes()), &RuleInWords::text)));
  }
  Builder builder(*grid, table.is_directed());
  for (const FittedRule& rule : continued_rules(known, smaller, *grid)) builder.add(rule);
  Continuation result{builder.take(),
                      ranks,
                      grid->text(),
                      finding_of(known),
                      std::nullopt,
                      in_words(known, table.total_bytes()),
                      assumption_of(known, smaller, *grid)};
  if (smaller != nullptr) result.checked = finding_of(*smaller);
  return result;
}

}  // namespace

std::string Continuation::text() const {
  const bool is_line = grid.find('x') == std::string::npos;
  return fmt::format("profile of {} ranks continued to {} {}", known.ranks, ranks,
                     is_line ? "by " + listed(rules, &RuleInWords::text) : "as grid " + grid);
}

std::map<std::string, std::string> Continuation::meta_of_profile(
    const std::map<std::string, std::string>& known_meta) const {
  std::map<std::string, std::string> meta;
  for (const char* key : {"program", "arguments", "mpi", "collectives"}) {
    if (const auto value = known_meta.find(key); value != known_meta.end()) meta.insert(*value);
  }
  meta["continued"] = text();
  meta["assumed"] = assumption;
  return meta;
}

Continuation extrapolate(const Affinity& known, const Affinity* other, std::uint64_t ranks) {
  if (ranks < 1 || ranks > kMaxRoles)
    throw InputError(fmt::format("found {} ranks, expected 1 to {}", ranks, kMaxRoles));
  if (other != nullptr && other->roles() == known.roles()) {
    throw InputError(fmt::format("both are of {} ranks, expected different numbers", known.roles()));
  }
  if (other != nullptr && other->roles() > known.roles()) return extrapolate(*other, &known, ranks);
  const PairTable table(known);
  check_traffic(table);
  const Recognised found = recognise(table);
  check_explained(found);
  check_evidence(found, table.total_bytes());
  if (other == nullptr) return build(found, nullptr, table, ranks);
  const PairTable smaller(*other);
  check_traffic(smaller);
  const Recognised checked = check(found, smaller);
  return build(found, &checked, table, ranks);
}

}  // namespace topomorph::extrapolation
