// Decides whether ranks of virtual topologies move from what became of them in earlier runs.
#include "core/store/moves.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace topomorph::store {
namespace {

constexpr std::size_t kLeast = 2;      // runs before the first try
constexpr std::size_t kUnchecked = 8;  // runs in a row without a look at the pattern

bool moved(const Run* run) { return run->topologies == Topologies::Moved; }

/// Whether the program was permitted to move ranks in this order of MPI_COMM_WORLD.
bool was_tried(const std::vector<const Run*>& runs, const std::string& world) {
  return std::ranges::any_of(runs, [&](const Run* run) {
    return world_order(*run) == world && (moved(run) || run->topologies == Topologies::Kept);
  });
}

std::size_t moved_in_a_row(const std::vector<const Run*>& runs) {
  const auto last = std::find_if_not(runs.rbegin(), runs.rend(), moved);
  return static_cast<std::size_t>(std::distance(runs.rbegin(), last));
}

}  // namespace

bool has_topologies_to_move(std::span<const Run> runs) {
  return !runs.empty() && runs.back().topologies != Topologies::None;
}

Moves next_moves(std::span<const Run> runs, const std::string& generation, const std::string& situation,
                 const Choice& choice) {
  std::vector<const Run*> known;
  for (const Run& run : runs) {
    if (counts(run, generation, situation)) known.push_back(&run);
  }
  if (choice.order != choice.world) return moved_in_a_row(known) < kUnchecked ? Moves::Use : Moves::Checked;
  const bool compares = choice.reason == Reason::Compare || choice.reason == Reason::Predicted;
  return compares || known.size() < kLeast || was_tried(known, choice.world) ? Moves::None : Moves::Try;
}

}  // namespace topomorph::store
