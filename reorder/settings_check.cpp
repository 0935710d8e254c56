// Decides which settings matter in which mode.
#include "reorder/settings_check.h"

#include <cstdlib>

#include "core/settings/settings.h"
#include "core/settings/unknown.h"
#include "plugin/process/message.h"

namespace topomorph::reorder {
namespace {

using settings::Id;

bool is_of_auto_alone(Id id) {
  return id == Id::Store || id == Id::StoreLimit || id == Id::Case || id == Id::IgnoreArguments || id == Id::Drift ||
         id == Id::Margin;
}

bool is_budget(Id id) {
  return id == Id::InitBudget || id == Id::FinalizeBudget || id == Id::GatherBudget || id == Id::MemoryBudget;
}

bool is_of_every_mode(Id id) {
  return is_budget(id) || id == Id::Engine || id == Id::EngineTimeout || id == Id::Quiet || id == Id::Steps ||
         id == Id::Mpmd;
}

/// Whether a setting matters in a mode. The mode itself is not checked here: if it is invalid, there is no mode.
bool has_a_meaning(Id id, Mode mode) {
  if (id == Id::Mode || mode == Mode::Off || mode == Mode::Monitor) return false;
  if (mode == Mode::Profile) return is_of_every_mode(id);
  return mode == Mode::Auto ? id != Id::Permutation : !is_of_auto_alone(id);
}

}  // namespace

void check_settings(Mode mode) {
  for (const settings::Setting& setting : settings::all()) {
    if (has_a_meaning(setting.id, mode)) settings::text(setting.id);
  }
}

void complain_of_variables() {
  const std::string unknown = settings::unknown_variables_text();
  if (!unknown.empty()) process::say("not a setting of TopoMorph, ignored: " + unknown);
}

}  // namespace topomorph::reorder
