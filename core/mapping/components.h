// The table of constructions and refinements.
#pragma once

#include "core/mapping/search.h"

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
    Check,  ///< runs if there is time, and something good was found that is not tight: shows where it is bad after all
  };
  std::string_view name, source;
  const Constructor& constructor;
  Views views;
  Price price = Price::Long;
  bool runs_alongside = false;  ///< uses one thread: runs at the same time as its neighbours in the plan
};
struct RefinerEntry {
  std::string_view name, source;
  const Refiner& refiner;
  Views views;
};

/// Return all constructions and refinements; a new one is a row in components.cpp and a name in a plan of presets.cpp.
std::span<const ConstructorEntry> constructors();
std::span<const RefinerEntry> refiners();
/// Return the row with this name. Throw std::logic_error if there is none: plans name only rows.
const ConstructorEntry& constructor_named(std::string_view name);
const Refiner& refiner_named(std::string_view name);

}  // namespace topomorph::mapping
