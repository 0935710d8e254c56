// topomorph evaluate: what a mapping costs.
#include "core/metrics/evaluate.h"

#include <memory>

#include <fmt/format.h>

#include "core/affinity/affinity.h"
#include "core/support/error.h"
#include "core/topology/spec.h"
#include "tools/topomorph/cost_json.h"
#include "tools/topomorph/given_mapping.h"
#include "tools/topomorph/message.h"
#include "tools/topomorph/verb.h"

namespace topomorph::cli {

namespace {

struct Options {
  std::string affinity, topology, mapping;
  bool json = false;
};

std::string as_text(const Evaluation& evaluation) {
  std::string text = fmt::format("hop-bytes     {}\nhop-messages  {}\nroles         {}\nslots         {}\n\n",
                                 to_string(evaluation.hop_bytes), to_string(evaluation.hop_messages), evaluation.roles,
                                 evaluation.slots);
  text += fmt::format("{:<16} {:>10} {:>20} {:>16}\n", "level", "distance", "bytes", "messages");
  for (const LevelTraffic& level : evaluation.levels) {
    text += fmt::format("{:<16} {:>10} {:>20} {:>16}\n", level.name, level.distance, level.bytes, level.messages);
  }
  return text;
}

int run(const Options& options) {
  const auto topology = parse_topology(options.topology);
  const Affinity affinity = read_affinity(options.affinity);
  const Evaluation evaluation =
      evaluate(affinity, *topology, given_mapping(options.mapping, affinity.roles(), *topology));
  if (options.json) print(to_json(evaluation).dump() + "\n");
  if (!evaluation.valid) throw InputError(options.mapping + ": " + evaluation.problem);
  if (!options.json) print(as_text(evaluation));
  return 0;
}

}  // namespace

Action declare_evaluate(CLI::App& app, char**) {
  auto options = std::make_shared<Options>();
  app.add_option("--affinity", options->affinity, "who talks to whom (formats: topomorph convert --help)")->required();
  app.add_option("--topology", options->topology, "as for topomorph map")->required();
  app.add_option("--mapping", options->mapping, "FILE (one slot a line), identity, cyclic or random[:SEED]")
      ->required();
  app.add_flag("--json", options->json, "print as JSON");
  return [options] { return run(*options); };
}

}  // namespace topomorph::cli
