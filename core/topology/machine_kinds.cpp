// Sorts machines that may differ into kinds, and aligns the levels of all kinds.
#include "core/topology/machine_kinds.h"

#include <algorithm>
#include <array>

namespace topomorph::topology {

namespace {

/// Returns the usual position of a level, from the inside out. Other names (groups) are last, so they stay where they
/// are first found.
std::size_t usual_place(const std::string& name) {
  static constexpr std::array<std::string_view, 8> kOrder = {"L1Cache", "L2Cache",  "L3Cache", "L4Cache",
                                                             "Die",     "NUMANode", "Package", "Machine"};
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), name) - kOrder.begin());
}

/// Inserts the names that `order` lacks, so that it holds all of them in the order of the levels.
void merge_names(const std::vector<TreeLevel>& levels, std::vector<std::string>& order) {
  auto from = order.begin();
  for (const TreeLevel& level : levels) {
    auto found = std::find(from, order.end(), level.name);
    if (found == order.end()) {
      const auto outside = [&](const std::string& name) { return usual_place(name) > usual_place(level.name); };
      found = order.insert(std::find_if(from, order.end(), outside), level.name);
    }
    from = found + 1;
  }
}

}  // namespace

std::size_t MachineKinds::add(const TreeTopology& machine) {
  Signature signature;
  std::vector<TreeLevel> levels;
  for (std::size_t l = 1; l <= machine.levels(); ++l) {
    levels.push_back(machine.level(l));
    signature.emplace_back(levels.back().name, levels.back().begin);
  }
  const auto [found, is_new] = number_.try_emplace(std::move(signature), levels_.size());
  if (is_new) levels_.push_back(std::move(levels)), count_.push_back(0);
  ++count_[found->second];
  return found->second;
}

std::size_t MachineKinds::commonest() const {
  return static_cast<std::size_t>(std::max_element(count_.begin(), count_.end()) - count_.begin());
}

std::vector<std::shared_ptr<const Topology>> MachineKinds::aligned() const {
  std::vector<std::string> order;
  for (const auto& levels : levels_) merge_names(levels, order);
  std::vector<std::shared_ptr<const Topology>> machines;
  for (std::vector<TreeLevel> levels : levels_) {
    auto at = order.begin();
    for (TreeLevel& level : levels) {
      at = std::find(at, order.end(), level.name) + 1;
      level.distance = 2 * static_cast<std::uint64_t>(at - order.begin());
    }
    machines.push_back(std::make_shared<TreeTopology>(std::move(levels)));
  }
  return machines;
}

}  // namespace topomorph::topology
