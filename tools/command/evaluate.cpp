// topomorph evaluate: computes the cost of a mapping.
#include "core/evaluation/evaluate.h"

#include <memory>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/model/affinity.h"
#include "core/settings/settings.h"
#include "core/topology/spec.h"
#include "tools/command/given_mapping.h"
#include "tools/command/input_files.h"
#include "tools/command/options.h"
#include "tools/command/sharing_options.h"
#include "tools/command/verbs.h"
#include "tools/output/costs.h"
#include "tools/output/message.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

namespace {

struct EvaluateOptions {
  std::string affinity, topology, mapping, level_costs;
  std::optional<evaluation::CostModel> cost;  ///< nothing if it is not asked for
  SharingOptions sharing;
  std::uint64_t links = 1;
  bool json = false;
};

std::string evaluation_text(const evaluation::Evaluation& evaluation, bool knows_messages) {
  const auto messages = [&](const auto& number) { return knows_messages ? fmt::format("{}", number) : "-"; };
  std::string text =
      fmt::format("hop-bytes     {}\nhop-messages  {}\nroles         {}\nslots         {}\n\n",
                  evaluation::to_string(evaluation.hop_bytes), messages(evaluation::to_string(evaluation.hop_messages)),
                  evaluation.roles, evaluation.slots);
  text += fmt::format("{:<16} {:>10} {:>20} {:>16}\n", "level", "distance", "bytes", "messages");
  for (const evaluation::LevelTraffic& level : evaluation.levels) {
    text +=
        fmt::format("{:<16} {:>10} {:>20} {:>16}\n", level.name, level.distance, level.bytes, messages(level.messages));
  }
  return text;
}

const char* unit_of(evaluation::CostModel model) {
  switch (model) {
    case evaluation::CostModel::HopBytes:
      return "bytes x distance";
    case evaluation::CostModel::Bytes:
      return "bytes between hosts";
    case evaluation::CostModel::Messages:
      return "messages between hosts";
    case evaluation::CostModel::AlphaBeta:
    case evaluation::CostModel::Bottleneck:
      break;
  }
  return "s";
}

/// Adds what a valid mapping has beside its levels.
void add_valid(const EvaluateOptions& options, const Affinity& affinity, const GivenTopology& given,
               const Mapping& mapping, bool knows_messages, nlohmann::ordered_json& json, std::string& text) {
  const Topology& topology = *given.topology;
  const evaluation::CostOptions cost =
      cost_options(options.cost.value_or(evaluation::CostModel::HopBytes), options.level_costs, options.topology,
                   topology, given.routing, knows_messages);
  if (options.cost) {
    const double value = evaluation::model_cost(affinity, topology, mapping, Weight::Bytes, cost);
    json["cost_model"] = evaluation::name_of(cost.model);
    json["cost"] = value;
    text += fmt::format("\ncost          {:.6g} {} (--cost {})\n", value, unit_of(cost.model),
                        evaluation::name_of(cost.model));
  }
  const evaluation::Prediction prediction = evaluation::predict_by(affinity, topology, mapping, cost);
  const evaluation::PairCosts pairs = evaluation::pair_costs(affinity, topology, mapping);
  output::add_pairs(pairs, json);
  text += output::pairs_text(pairs);
  json["predicted"] = output::to_json(prediction, topology, cost);
  text += output::prediction_text(prediction, topology, cost, knows_messages);
  json["links"] = nullptr;
  const auto routing = evaluation::routing_by(topology, cost);
  if (!routing) {
    text += "\nlinks         no routes are known\n";
    return;
  }
  const evaluation::LinkLoads loads = evaluation::link_loads(affinity, *routing, mapping, options.links);
  const evaluation::LinkCost unit = evaluation::unit_link(topology, cost);
  json["links"] = output::to_json(loads, *routing, unit);
  text += output::loads_text(loads, *routing, unit);
}

int run_evaluate(const EvaluateOptions& options) {
  if (options.cost) check_cost(*options.cost, options.affinity);  // before files are read
  const GivenTopology given = topology::read_topology(options.topology);
  for (const std::string& note : given.notes) output::message(note);
  const Affinity affinity = affinity_from(options.affinity);
  const Sharing sharing = sharing_of(options.sharing);
  const Mapping mapping = given_mapping(options.mapping, affinity.roles(), given);
  const evaluation::Evaluation evaluation =
      evaluation::evaluate(affinity, *given.topology, mapping, sharing.roles_per_slot);
  nlohmann::ordered_json json = output::to_json(evaluation);
  const bool knows_messages = tells_messages(options.affinity);
  if (!knows_messages) output::withhold_messages(json);
  std::string text = evaluation_text(evaluation, knows_messages);
  if (evaluation.valid) add_valid(options, affinity, given, mapping, knows_messages, json, text);
  if (!sharing.is_plain() && evaluation.valid)
    json["balance"] = output::balance_json(mapping, sharing, evaluation.slots);
  if (options.json) output::print(json_text(json) + "\n");
  if (!evaluation.valid) throw InputError(options.mapping + ": " + evaluation.problem);
  if (!options.json) output::print(text);
  return 0;
}

}  // namespace

Action declare_evaluate(CLI::App& app, char**) {
  auto options = std::make_shared<EvaluateOptions>();
  app.add_option("--affinity", options->affinity, "the communication (formats: topomorph convert --help)")
      ->required()
      ->type_name("AFFINITY");
  app.add_option("--topology", options->topology, "as for topomorph map")->required()->type_name("TOPOLOGY");
  app.add_option("--mapping", options->mapping, "the slot of each role; a FILE has one slot a line")
      ->required()
      ->type_name(kGivenMappings);
  add_cost(app, [options](evaluation::CostModel cost) { options->cost = cost; })
      ->description("print the cost by this model, too (topomorph map --cost)")
      ->default_str("");  // the help calls it none
  add_level_costs(app, options->level_costs);
  add_sharing_options(app, options->sharing);
  add_count(app, "--links", options->links, "list this many of the busiest links");
  app.add_flag("--json", options->json, "print as JSON");
  return [options] { return run_evaluate(*options); };
}

}  // namespace topomorph::command
