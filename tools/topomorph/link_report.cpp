// Prints pair costs and link loads.
#include "tools/topomorph/link_report.h"

#include <fmt/format.h>

#include "core/base/units.h"
#include "core/evaluation/evaluate.h"
#include "tools/topomorph/cost_json.h"

namespace topomorph::cli {

void add_pairs(const evaluation::PairCosts& pairs, nlohmann::ordered_json& json) {
  json["sum_com"] = number(pairs.sum);
  json["max_com"] = number(pairs.most);
  json["max_dilation"] = pairs.most_dilation;
  json["average_dilation"] = pairs.mean_dilation;
  json["mapping_quality"] = pairs.quality;
}

std::string pairs_text(const evaluation::PairCosts& pairs) {
  const std::string most = pairs.most == 0 ? "" : fmt::format(" (roles {} and {})", pairs.source, pairs.destination);
  return fmt::format(
      "\nSumCom        {}\nMaxCom        {}{}\ndilation      {:.6g} on average, {} at most\nquality       {:.6g}\n",
      evaluation::to_string(pairs.sum), evaluation::to_string(pairs.most), most, pairs.mean_dilation,
      pairs.most_dilation, pairs.quality);
}

nlohmann::ordered_json to_json(const evaluation::LinkLoads& loads, const Routing& routing,
                               const evaluation::LinkCost& unit) {
  nlohmann::ordered_json json = {{"count", loads.links},           {"used", loads.used},
                                 {"bytes", number(loads.bytes)},   {"average_bytes", loads.average()},
                                 {"most_bytes", loads.most_bytes}, {"busiest", nlohmann::ordered_json::array()}};
  for (const evaluation::LinkLoad& link : loads.busiest) {
    json["busiest"].push_back({{"name", routing.name(link.link)},
                               {"bytes", link.bytes},
                               {"bandwidth", link.bandwidth},
                               {"seconds", unit.seconds(0, link.load())}});
  }
  return json;
}

std::string loads_text(const evaluation::LinkLoads& loads, const Routing& routing, const evaluation::LinkCost& unit) {
  std::string text =
      fmt::format("\nlinks         {}, of which {} carry {} on average, {} at most\n", loads.links, loads.used,
                  volume_text(static_cast<std::uint64_t>(loads.average())), volume_text(loads.most_bytes));
  if (loads.busiest.empty()) return text;
  text += fmt::format("{:<40} {:>20} {:>12} {:>12}\n", "busiest links", "bytes", "bandwidth", "seconds");
  for (const evaluation::LinkLoad& link : loads.busiest) {
    text += fmt::format("{:<40} {:>20} {:>12.4g} {:>12.6g}\n", routing.name(link.link), link.bytes, link.bandwidth,
                        unit.seconds(0, link.load()));
  }
  return text;
}

}  // namespace topomorph::cli
