// Reads the engine's answer, and writes its parts.
#include "reorder/recalled.h"

#include <span>

#include "core/base/error.h"
#include "runtime/process/engine_client.h"

namespace topomorph::reorder {
namespace {

struct Named {
  const char* name;
  std::string Recalled::*member;
};

constexpr Named kOfAllProcesses[] = {{"decision", &Recalled::decision}, {"network", &Recalled::network},
                                     {"profile", &Recalled::profile},   {"parts", &Recalled::parts},
                                     {"orders", &Recalled::orders},     {"topologies", &Recalled::topologies}};

constexpr Named kOfRun[] = {{"run", &Recalled::run},
                            {"generation", &Recalled::generation},
                            {"situation", &Recalled::situation},
                            {"place", &Recalled::place},
                            {"reason", &Recalled::reason},
                            {"network", &Recalled::network},
                            {"order", &Recalled::order},
                            {"model", &Recalled::model},
                            {"gain", &Recalled::gain},
                            {"predicted", &Recalled::predicted},
                            {"topologies", &Recalled::topologies},
                            {"why", &Recalled::why}};

/// Needed by rank 0 alone.
constexpr Named kOfFirst[] = {
    {"message", &Recalled::message}, {"sharing", &Recalled::sharing}, {"folder", &Recalled::folder}};

void fill_in(Recalled& recalled, std::span<const Named> members, const wire::KeyValues& answer) {
  for (const Named& named : members) {
    const auto said = answer.find(named.name);
    if (said != answer.end()) recalled.*named.member = said->second;
  }
}

wire::KeyValues written(const Recalled& recalled, std::span<const Named> members) {
  wire::KeyValues values;
  for (const Named& named : members) values[named.name] = recalled.*named.member;
  return values;
}

}  // namespace

Recalled recalled_in(const wire::KeyValues& answer) {
  Recalled recalled;
  for (const std::span<const Named> members : {std::span<const Named>(kOfAllProcesses), {kOfRun}, {kOfFirst}})
    fill_in(recalled, members, answer);
  return recalled;
}

wire::KeyValues shared_part(const Recalled& recalled) { return written(recalled, kOfAllProcesses); }

wire::KeyValues part_of_run(const Recalled& recalled) { return written(recalled, kOfRun); }

Decision decision_in(const Recalled& recalled) {
  const std::string& word = recalled.decision;
  if (word == "measure") return Decision::Measure;
  if (word == "keep") return Decision::Keep;
  if (word == "reorder") {
    return recalled.network == "measure" ? Decision::ReorderAndMeasureNetwork : Decision::Reorder;
  }
  throw InputError("engine " + process::engine_path() + ": '" + word + "' is not a decision");
}

}  // namespace topomorph::reorder
