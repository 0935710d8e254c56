// Rules that say which ranks of a grid communicate: steps, groups, trees, hypercubes and others.
#include "core/extrapolation/rule.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace topomorph::extrapolation {

namespace {

std::uint64_t highest_bit(std::uint64_t number) { return std::bit_floor(number); }
std::uint64_t lowest_bit(std::uint64_t number) { return number & (~number + 1); }
std::size_t level_of(std::uint64_t bit) { return static_cast<std::size_t>(std::countr_zero(bit)); }

/// Calls take(i) for each number from `begin` to `end`, until it returns false. Returns whether it never did.
template <typename Take>
bool all_numbers(std::uint64_t begin, std::uint64_t end, Take take) {
  for (std::uint64_t i = begin; i < end; ++i) {
    if (!take(i)) return false;
  }
  return true;
}

/// Returns how many members have a partner further round the group by this power of two. Halfway round both directions
/// are one pair.
std::uint64_t senders(std::uint64_t bit, std::uint64_t size) { return 2 * bit == size ? bit : size; }

/// Calls visit(i, j, level) for the pairs of a group of `size` members, by their numbers, until it returns false.
/// Returns whether it never did.
template <typename Visit>
bool pairs_in_group(RuleKind kind, std::uint64_t size, Visit visit) {
  if (size < 2) return true;
  const auto all_levels = [&](auto of_bit) {
    for (std::uint64_t bit = 1; bit < size; bit *= 2) {
      if (!of_bit(bit)) return false;
    }
    return true;
  };
  switch (kind) {
    case RuleKind::AllPairs:
      return all_numbers(0, size, [&](std::uint64_t i) {
        return all_numbers(i + 1, size, [&](std::uint64_t j) { return visit(i, j, 0); });
      });
    case RuleKind::Root:
      return all_numbers(1, size, [&](std::uint64_t j) { return visit(std::uint64_t{0}, j, 0); });
    case RuleKind::Doubling:
      return all_levels([&](std::uint64_t bit) {
        return all_numbers(0, size,
                           [&](std::uint64_t i) { return (i & bit) != 0 || visit(i, i + bit, level_of(bit)); });
      });
    case RuleKind::LowTree:
      return all_numbers(1, size,
                         [&](std::uint64_t j) { return visit(j - lowest_bit(j), j, level_of(lowest_bit(j))); });
    case RuleKind::HighTree:
      return all_numbers(1, size,
                         [&](std::uint64_t j) { return visit(j - highest_bit(j), j, level_of(highest_bit(j))); });
    case RuleKind::Dissemination:
      return all_levels([&](std::uint64_t bit) {
        return all_numbers(0, senders(bit, size),
                           [&](std::uint64_t i) { return visit(i, (i + bit) % size, level_of(bit)); });
      });
    case RuleKind::Ring:
      return all_numbers(0, senders(1, size), [&](std::uint64_t i) { return visit(i, (i + 1) % size, 0); });
    case RuleKind::Chain:
      return all_numbers(0, size - 1, [&](std::uint64_t i) { return visit(i, i + 1, 0); });
    case RuleKind::Step:
    case RuleKind::Mirror:
      return true;
  }
  return true;
}

/// Returns how many pairs pairs_in_group() visits.
std::uint64_t count_in_group(RuleKind kind, std::uint64_t size) {
  if (size < 2) return 0;
  std::uint64_t pairs = 0;
  switch (kind) {
    case RuleKind::AllPairs:
      return size * (size - 1) / 2;
    case RuleKind::Ring:
      return senders(1, size);
    case RuleKind::Doubling:
      return size / 2 * level_of(highest_bit(size));
    case RuleKind::Dissemination:
      for (std::uint64_t bit = 1; bit < size; bit *= 2) pairs += senders(bit, size);
      return pairs;
    default:
      return size - 1;
  }
}

/// Returns the rank that is a step away; nothing beyond the end of an axis that does not wrap.
std::optional<Role> stepped(const Rule& rule, const RankGrid& grid, Role from) {
  const auto at = grid.at(from);
  Role to = 0;
  for (std::size_t a = 0; a < grid.axes(); ++a) {
    const std::int64_t extent = grid.extents()[a];
    std::int64_t there = at[a] + rule.step[a];
    if (rule.wraps[a]) there = ((there % extent) + extent) % extent;
    if (there < 0 || there >= extent) return std::nullopt;
    to += grid.share_of(a, there);
  }
  return to == from ? std::nullopt : std::optional(to);
}

void for_each_step(const Rule& rule, const RankGrid& grid, const VisitPair& visit) {
  for (Role from = 0; from < grid.ranks(); ++from) {
    const auto to = stepped(rule, grid, from);
    if (to && !visit(from, *to, 0)) return;
  }
}

void for_each_mirror(const RankGrid& grid, const VisitPair& visit) {
  const auto rows = static_cast<Role>(grid.extents()[0]), columns = static_cast<Role>(grid.extents()[1]);
  const Role together = columns / rows;
  for (Role from = 0; from < grid.ranks(); ++from) {
    const Role place = from / together;
    const Role to = together * (place % rows * rows + place / rows) + from % together;
    if (from < to && !visit(from, to, 0)) return;
  }
}

/// Returns how many ranks have another one a step away.
std::uint64_t pairs_of_step(const Rule& rule, const RankGrid& grid) {
  std::uint64_t pairs = 1;
  bool moves = false;
  for (std::size_t a = 0; a < grid.axes(); ++a) {
    const std::int64_t extent = grid.extents()[a], step = rule.step[a];
    pairs *= static_cast<std::uint64_t>(rule.wraps[a] ? extent : std::max<std::int64_t>(extent - std::abs(step), 0));
    moves = moves || (rule.wraps[a] ? step % extent != 0 : step != 0);
  }
  return moves ? pairs : 0;
}

std::uint64_t pairs_of_mirror(const RankGrid& grid) {
  const auto rows = static_cast<std::uint64_t>(grid.extents()[0]);
  return grid.ranks() / rows / rows * (rows * (rows - 1) / 2);
}

/// Returns the ranks whose coordinates along all other axes are 0, ascending.
std::vector<Role> ranks_along(const std::vector<bool>& axes, const RankGrid& grid) {
  std::vector<Role> ranks = {0};
  for (std::size_t a = 0; a < grid.axes(); ++a) {
    if (!axes[a]) continue;
    const std::vector<Role> before = std::move(ranks);
    ranks.clear();
    for (const Role rank : before) {
      for (std::int64_t c = 0; c < grid.extents()[a]; ++c) ranks.push_back(rank + grid.share_of(a, c));
    }
  }
  std::ranges::sort(ranks);
  return ranks;
}

std::vector<Role> firsts_of_groups(std::vector<bool> axes, const RankGrid& grid) {
  axes.flip();
  return ranks_along(axes, grid);
}

bool is_group(RuleKind kind) { return kind != RuleKind::Step && kind != RuleKind::Mirror; }

std::uint64_t group_size_in(const Rule& rule, const Extents& extents) {
  std::uint64_t size = 1;
  for (std::size_t a = 0; a < extents.size(); ++a) {
    if (!is_group(rule.kind) || rule.axes[a]) size *= static_cast<std::uint64_t>(extents[a]);
  }
  return size;
}

const char* name_of_kind(RuleKind kind) {
  switch (kind) {
    case RuleKind::Step:
      return "step";
    case RuleKind::Mirror:
      return "mirror image across the diagonal";
    case RuleKind::AllPairs:
      return "all pairs";
    case RuleKind::Root:
      return "all with the first";
    case RuleKind::Doubling:
      return "hypercube";
    case RuleKind::LowTree:
    case RuleKind::HighTree:
      return "binomial tree";
    case RuleKind::Dissemination:
      return "dissemination";
    case RuleKind::Ring:
      return "ring";
    case RuleKind::Chain:
      return "chain";
  }
  return "";
}

std::string step_text(const Rule& rule) {
  std::vector<std::size_t> rings;
  for (std::size_t a = 0; a < rule.wraps.size(); ++a) {
    if (rule.wraps[a] && rule.step[a] != 0) rings.push_back(a + 1);
  }
  const std::string text = fmt::format("step ({})", fmt::join(rule.step, ","));
  if (rings.empty()) return text;
  return fmt::format("{} round axis {}", text, fmt::join(rings, ", "));
}

}  // namespace

std::vector<std::vector<Role>> groups_along(const std::vector<bool>& axes, const RankGrid& grid) {
  const std::vector<Role> along = ranks_along(axes, grid);
  std::vector<std::vector<Role>> groups;
  for (const Role first : firsts_of_groups(axes, grid)) {
    std::vector<Role>& group = groups.emplace_back();
    for (const Role rank : along) group.push_back(first + rank);
  }
  return groups;
}

bool is_halfway(const Rule& rule, const RankGrid& grid) {
  if (rule.kind != RuleKind::Step) return false;
  for (std::size_t a = 0; a < grid.axes(); ++a) {
    if (rule.step[a] != 0 && (!rule.wraps[a] || 2 * rule.step[a] % grid.extents()[a] != 0)) return false;
  }
  return true;
}

void for_each_pair(const Rule& rule, const RankGrid& grid, const VisitPair& visit) {
  if (rule.kind == RuleKind::Step) return for_each_step(rule, grid, visit);
  if (rule.kind == RuleKind::Mirror) return for_each_mirror(grid, visit);
  const std::vector<Role> along = ranks_along(rule.axes, grid);
  for (const Role first : firsts_of_groups(rule.axes, grid)) {
    const auto visit_both = [&](std::uint64_t i, std::uint64_t j, std::size_t level) {
      return visit(first + along[i], first + along[j], level);
    };
    if (!pairs_in_group(rule.kind, along.size(), visit_both)) return;
  }
}

std::uint64_t group_size(const Rule& rule, const RankGrid& grid) { return group_size_in(rule, grid.extents()); }

std::uint64_t pairs_of(const Rule& rule, const RankGrid& grid) {
  if (rule.kind == RuleKind::Step) return pairs_of_step(rule, grid);
  if (rule.kind == RuleKind::Mirror) return pairs_of_mirror(grid);
  const std::uint64_t size = group_size(rule, grid);
  return grid.ranks() / size * count_in_group(rule.kind, size);
}

std::size_t levels_of(const Rule& rule, const RankGrid& grid) {
  switch (rule.kind) {
    case RuleKind::Doubling:
    case RuleKind::LowTree:
    case RuleKind::HighTree:
    case RuleKind::Dissemination:
      return static_cast<std::size_t>(std::bit_width(group_size(rule, grid) - 1));
    default:
      return 1;
  }
}

bool fits(const Rule& rule, const Extents& extents, Numbering numbering) {
  if (rule.kind == RuleKind::Doubling) return std::has_single_bit(group_size_in(rule, extents));
  if (rule.kind != RuleKind::Mirror) return true;
  return extents.size() == 2 && numbering == Numbering::RowMajor &&
         (extents[1] == extents[0] || extents[1] == 2 * extents[0]);
}

std::string text_of(const Rule& rule, const RankGrid& grid) {
  if (rule.kind == RuleKind::Step) return step_text(rule);
  if (rule.kind == RuleKind::Mirror) return name_of_kind(rule.kind);
  if (group_size(rule, grid) == grid.ranks()) return fmt::format("{} of all ranks", name_of_kind(rule.kind));
  std::vector<std::size_t> along;
  for (std::size_t a = 0; a < rule.axes.size(); ++a) {
    if (rule.axes[a]) along.push_back(a + 1);
  }
  return fmt::format("{} in groups of {} along axis {}", name_of_kind(rule.kind), group_size(rule, grid),
                     fmt::join(along, ", "));
}

}  // namespace topomorph::extrapolation
