// Compares layouts with another mapping.
#include "tools/command/layout_search.h"

#include <fmt/format.h>

#include "core/evaluation/evaluate.h"
#include "core/mapping/map.h"

namespace topomorph::command {

LayoutComparison compare_layouts(const Affinity& affinity, const Topology& topology, const mapping::MapResult& other,
                                 Weight weight, const evaluation::CostOptions& cost, const Deadline& deadline) {
  const auto price = [&](const Mapping& mapping) {
    return evaluation::model_cost(affinity, topology, mapping, weight, cost);
  };
  LayoutComparison result{
      mapping::search_layouts(topology, affinity.roles(), price, deadline), {}, other.algorithm, price(other.mapping)};
  const evaluation::Evaluation judged = evaluation::evaluate(affinity, topology, result.search.mapping);
  result.best = {result.search.mapping, "lama:" + mapping::to_string(result.search.best),
                 weight == Weight::Bytes ? judged.hop_bytes : judged.hop_messages};
  return result;
}

std::string as_text(const LayoutComparison& comparison) {
  const mapping::LayoutSearch& search = comparison.search;
  const double more = comparison.other_cost > 0 ? (search.cost / comparison.other_cost - 1) * 100 : 0;
  return fmt::format("best of {} layouts ({} orders): {}, cost {:.6g}, {:.1f} % {} than {} ({:.6g})", search.layouts,
                     search.orders, mapping::to_string(search.best), search.cost, more < 0 ? -more : more,
                     more < 0 ? "less" : "more", comparison.other, comparison.other_cost);
}

nlohmann::ordered_json to_json(const LayoutComparison& comparison) {
  const mapping::LayoutSearch& search = comparison.search;
  return {{"best", mapping::to_string(search.best)},
          {"cost", search.cost},
          {"layouts", search.layouts},
          {"orders", search.orders},
          {"other", comparison.other},
          {"other_cost", comparison.other_cost}};
}

}  // namespace topomorph::command
