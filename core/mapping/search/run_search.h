// The search that runs a plan on one instance, with components of a table.
#pragma once

#include <span>
#include <string_view>

#include "core/mapping/search/search.h"

namespace topomorph::mapping {

/// The views of a problem that a component works on.
struct Views {
  bool tree = false, network = false, limits = false;
  bool has(Instance::View view) const;
};

/// A row of the table of components.
struct ConstructorEntry {
  enum class Price {
    Free,   ///< runs in any case
    Quick,  ///< runs if there is time
    Long,   ///< runs if there is time, and nothing good was found
    Check,  ///< runs if there is time, and what was found is good but not tight: another start shows where it is bad
  };
  std::string_view name, source;
  Constructor construct;
  Views views;
  Price price = Price::Long;
};
struct RefinerEntry {
  std::string_view name, source;
  Refiner refine;
  Views views;
};

/// A table of components, by name.
struct Components {
  std::span<const ConstructorEntry> constructors;
  std::span<const RefinerEntry> refiners;

  /// Return the row with this name. Throw std::logic_error if there is none: plans name only rows.
  const ConstructorEntry& constructor(std::string_view name) const;
  const RefinerEntry& refiner(std::string_view name) const;
};

/// Runs the constructions of the plan, drops bad candidates, and runs the refinements. Ends if a construction that is
/// free or quick meets the lower bound; later ones leave the choice among equals to the refinements. Returns the
/// candidates, the cheapest first.
Pool run_search(const Search& search, const Components& components);

}  // namespace topomorph::mapping
