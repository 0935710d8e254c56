// Some of the slots of a topology, such as those of a job, and the routes between them.
#include "core/topology/shapes/restricted.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/model/topology.h"
#include "core/model/tree.h"

namespace topomorph::topology {

RestrictedTopology::RestrictedTopology(std::shared_ptr<const Topology> whole, std::vector<Slot> kept)
    : whole_(std::move(whole)), kept_(std::move(kept)) {
  std::vector<Slot> sorted = kept_;
  std::sort(sorted.begin(), sorted.end());
  const bool unique = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  if (sorted.empty() || !unique || sorted.back() >= whole_->slots()) {
    throw InputError(fmt::format("expected at least one slot, each once, all below {}", whole_->slots()));
  }
}

std::string RestrictedTopology::describe() const {
  return fmt::format("{} of the {} slots of {}", slots(), whole_->slots(), with_article(whole_->describe()));
}

std::shared_ptr<const Topology> restrict_to(std::shared_ptr<const Topology> whole, std::vector<Slot> kept) {
  const auto* tree = as_tree(*whole);
  if (tree != nullptr && std::is_sorted(kept.begin(), kept.end())) {
    return std::make_shared<TreeTopology>(tree->restricted_to(kept));
  }
  return std::make_shared<RestrictedTopology>(std::move(whole), std::move(kept));
}

}  // namespace topomorph::topology
