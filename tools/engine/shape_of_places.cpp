// Describes the places of a job's processes.
#include "tools/engine/shape_of_places.h"

#include <unordered_map>

#include <fmt/ranges.h>

namespace topomorph::engine {

std::string shape_of_places(const planning::JobSlots& job) {
  const TreeTopology* tree = job.tree();
  if (tree == nullptr) return fmt::format("\n{}: {}", job.topology->describe(), fmt::join(job.slot_of_process, " "));
  std::string text;
  for (std::size_t level = 1; level <= tree->levels(); ++level) {
    text += fmt::format("\n{}:", tree->level(level).distance);
    std::unordered_map<std::size_t, std::size_t> number;
    for (const Slot slot : job.slot_of_process) {
      text += fmt::format(" {}", number.emplace(tree->node_of(level, slot), number.size()).first->second);
    }
  }
  return text;
}

}  // namespace topomorph::engine
