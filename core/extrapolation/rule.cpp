// Rules that say which ranks of a grid communicate: steps, groups, trees, hypercubes and others.
#include "core/extrapolation/rule.h"

#include <algorithm>
#include <bit>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace topomorph::extrapolation {

namespace {

std::uint64_t highest_bit(std::uint64_t number) { return std::bit_floor(number); }
std::uint64_t lowest_bit(std::uint64_t number) { return number & (~number + 1); }
std::size_t level_of(std::uint64_t bit) { return static_cast<std::size_t>(std::countr_zero(bit)); }

/// Calls visit(i, j, level) for the pairs of a group of `size` members, by their numbers.
template <typename Visit>
void pairs_in_group(RuleKind kind, std::uint64_t size, Visit visit) {
  if (size < 2) return;
  const auto all_levels = [&](auto of_bit) {
    for (std::uint64_t bit = 1; bit < size; bit *= 2) of_bit(bit);
  };
  switch (kind) {
    case RuleKind::AllPairs:
      for (std::uint64_t i = 0; i < size; ++i) {
        for (std::uint64_t j = i + 1; j < size; ++j) visit(i, j, 0);
      }
      return;
    case RuleKind::Root:
      for (std::uint64_t j = 1; j < size; ++j) visit(std::uint64_t{0}, j, 0);
      return;
    case RuleKind::Doubling:
      all_levels([&](std::uint64_t bit) {
        for (std::uint64_t i = 0; i < size; ++i) {
          if ((i & bit) == 0) visit(i, i + bit, level_of(bit));
        }
      });
      return;
    case RuleKind::LowTree:
      for (std::uint64_t j = 1; j < size; ++j) visit(j - lowest_bit(j), j, level_of(lowest_bit(j)));
      return;
    case RuleKind::HighTree:
      for (std::uint64_t j = 1; j < size; ++j) visit(j - highest_bit(j), j, level_of(highest_bit(j)));
      return;
    case RuleKind::Dissemination:
      all_levels([&](std::uint64_t bit) {
        const std::uint64_t senders = 2 * bit == size ? bit : size;  // halfway round both directions are one pair
        for (std::uint64_t i = 0; i < senders; ++i) visit(i, (i + bit) % size, level_of(bit));
      });
      return;
    case RuleKind::Ring:
      for (std::uint64_t i = 0; i < (size == 2 ? 1 : size); ++i) visit(i, (i + 1) % size, 0);
      return;
    case RuleKind::Chain:
      for (std::uint64_t i = 0; i + 1 < size; ++i) visit(i, i + 1, 0);
      return;
    case RuleKind::Step:
    case RuleKind::Mirror:
      return;
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
    if (const auto to = stepped(rule, grid, from)) visit(from, *to, 0);
  }
}

void for_each_mirror(const RankGrid& grid, const VisitPair& visit) {
  const auto rows = static_cast<Role>(grid.extents()[0]), columns = static_cast<Role>(grid.extents()[1]);
  const Role together = columns / rows;
  for (Role from = 0; from < grid.ranks(); ++from) {
    const Role place = from / together;
    const Role to = together * (place % rows * rows + place / rows) + from % together;
    if (from < to) visit(from, to, 0);
  }
}

bool is_group(RuleKind kind) { return kind != RuleKind::Step && kind != RuleKind::Mirror; }

const char* name_of(RuleKind kind) {
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
  std::vector<std::vector<Role>> groups;
  std::vector<std::size_t> group_of(grid.ranks());
  for (Role rank = 0; rank < grid.ranks(); ++rank) {
    const auto at = grid.at(rank);
    Role first = 0;
    for (std::size_t a = 0; a < grid.axes(); ++a) {
      if (!axes[a]) first += grid.share_of(a, at[a]);
    }
    if (first == rank) {
      group_of[rank] = groups.size();
      groups.emplace_back();
    }
    groups[group_of[first]].push_back(rank);
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
  for (const std::vector<Role>& group : groups_along(rule.axes, grid)) {
    pairs_in_group(rule.kind, group.size(),
                   [&](std::uint64_t i, std::uint64_t j, std::size_t level) { visit(group[i], group[j], level); });
  }
}

std::uint64_t group_size(const Rule& rule, const RankGrid& grid) {
  if (!is_group(rule.kind)) return grid.ranks();
  std::uint64_t size = 1;
  for (std::size_t a = 0; a < grid.axes(); ++a)
    size *= rule.axes[a] ? static_cast<std::uint64_t>(grid.extents()[a]) : 1;
  return size;
}

std::uint64_t pairs_of(const Rule& rule, const RankGrid& grid) {
  const std::uint64_t size = group_size(rule, grid), groups = grid.ranks() / size;
  std::uint64_t pairs = 0;
  if (rule.kind == RuleKind::AllPairs) return groups * (size * (size - 1) / 2);
  if (is_group(rule.kind)) {
    pairs_in_group(rule.kind, size, [&](std::uint64_t, std::uint64_t, std::size_t) { ++pairs; });
    return groups * pairs;
  }
  for_each_pair(rule, grid, [&](Role, Role, std::size_t) { ++pairs; });
  return pairs;
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

bool fits(const Rule& rule, const RankGrid& grid) {
  if (rule.kind == RuleKind::Doubling) return std::has_single_bit(group_size(rule, grid));
  if (rule.kind != RuleKind::Mirror) return true;
  const Extents& extents = grid.extents();
  return grid.axes() == 2 && grid.numbering() == Numbering::RowMajor &&
         (extents[1] == extents[0] || extents[1] == 2 * extents[0]);
}

std::string text_of(const Rule& rule, const RankGrid& grid) {
  if (rule.kind == RuleKind::Step) return step_text(rule);
  if (rule.kind == RuleKind::Mirror) return name_of(rule.kind);
  if (group_size(rule, grid) == grid.ranks()) return fmt::format("{} of all ranks", name_of(rule.kind));
  std::vector<std::size_t> along;
  for (std::size_t a = 0; a < rule.axes.size(); ++a) {
    if (rule.axes[a]) along.push_back(a + 1);
  }
  return fmt::format("{} in groups of {} along axis {}", name_of(rule.kind), group_size(rule, grid),
                     fmt::join(along, ", "));
}

}  // namespace topomorph::extrapolation
