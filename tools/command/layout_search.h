// --search-layouts: compares the best regular placement with the result of map().
#pragma once

#include <nlohmann/json.hpp>

#include "core/evaluation/cost_model.h"
#include "core/mapping/layouts/topology_layouts.h"
#include "core/mapping/map.h"

namespace topomorph::command {

/// The best layout and another mapping. Both costs are those of the model.
struct LayoutComparison {
  mapping::LayoutSearch search;
  mapping::MapResult best;  ///< of a layout, called "lama:LAYOUT"
  std::string other;
  double other_cost = 0;
};

/// Compares all layouts with `other`. Throws InputError if the topology has no layouts.
LayoutComparison compare_layouts(const Affinity& affinity, const Topology& topology, const mapping::MapResult& other,
                                 Weight weight, const evaluation::CostOptions& cost, const Deadline& deadline);

/// Returns one line for the user.
std::string as_text(const LayoutComparison& comparison);
nlohmann::ordered_json to_json(const LayoutComparison& comparison);

}  // namespace topomorph::command
