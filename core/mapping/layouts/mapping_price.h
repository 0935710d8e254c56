// The costs of very many mappings of one affinity, for the search over all layouts.
#pragma once

#include <functional>

#include "core/evaluation/cost_model.h"
#include "core/model/affinity.h"
#include "core/model/mapping.h"

namespace topomorph::mapping {

/// Returns evaluation::model_cost() as a function of the mapping alone. Hop-bytes of an affinity without groups are
/// summed over a list of the pairs, without the tables of evaluate(). Affinity, topology and `cost` must outlive the
/// function. It expects valid mappings, and checks them only where it calls model_cost().
std::function<double(const Mapping&)> mapping_price(const Affinity& affinity, const Topology& topology, Weight weight,
                                                    const evaluation::CostOptions& cost);

}  // namespace topomorph::mapping
