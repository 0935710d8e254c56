// --search-layouts: how near the best regular placement comes to what map() finds.
#pragma once

#include <nlohmann/json.hpp>

#include "core/evaluation/cost_model.h"
#include "core/mapping/layouts/search.h"
#include "core/mapping/map.h"

namespace topomorph::cli {

/// The best layout beside another mapping; both costs are the model's.
struct LayoutComparison {
  mapping::LayoutSearch search;
  mapping::MapResult best;  ///< the layout's mapping, as "lama:LAYOUT"
  std::string other;
  double other_cost = 0;
};

/// All layouts against `other`. Throws InputError where the topology has none.
LayoutComparison compare_layouts(const Affinity& affinity, const Topology& topology, const mapping::MapResult& other,
                                 Weight weight, const evaluation::CostOptions& cost, const Deadline& deadline);

/// One line for people.
std::string as_text(const LayoutComparison& comparison);
nlohmann::ordered_json to_json(const LayoutComparison& comparison);

}  // namespace topomorph::cli
