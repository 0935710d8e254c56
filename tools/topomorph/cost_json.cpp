// Writes costs and evaluations as JSON.
#include "tools/topomorph/cost_json.h"

#include <limits>

namespace topomorph::cli {

nlohmann::ordered_json number(Cost cost) {
  if (cost <= std::numeric_limits<std::uint64_t>::max()) return static_cast<std::uint64_t>(cost);
  return static_cast<double>(cost);
}

nlohmann::ordered_json to_json(const evaluation::Evaluation& evaluation) {
  nlohmann::ordered_json json = {{"hop_bytes", number(evaluation.hop_bytes)},
                                 {"hop_messages", number(evaluation.hop_messages)},
                                 {"roles", evaluation.roles},
                                 {"slots", evaluation.slots},
                                 {"valid", evaluation.valid}};
  if (!evaluation.valid) json["problem"] = evaluation.problem;
  json["levels"] = nlohmann::ordered_json::array();
  for (const evaluation::LevelTraffic& level : evaluation.levels) {
    json["levels"].push_back(
        {{"name", level.name}, {"distance", level.distance}, {"bytes", level.bytes}, {"messages", level.messages}});
  }
  return json;
}

void withhold_messages(nlohmann::ordered_json& evaluation) {
  evaluation["hop_messages"] = nullptr;
  for (auto& level : evaluation["levels"]) level["messages"] = nullptr;
}

}  // namespace topomorph::cli
