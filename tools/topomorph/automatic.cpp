// topomorph auto: starts a program, which is measured the first time and reordered later.
#include <memory>

#include "tools/topomorph/runner.h"
#include "tools/topomorph/verb.h"

namespace topomorph::cli {

Action declare_auto(CLI::App& app, char** command) {
  using settings::Id;
  auto given = std::make_shared<GivenSettings>();
  for (const settings::Setting& setting : settings::all()) {
    const bool chosen_by_auto = setting.id == Id::Mode || setting.id == Id::Profile || setting.id == Id::Permutation;
    if (!chosen_by_auto) add_setting(app, setting.id, *given);
  }
  return [given, command] { return become(command, "auto", *given); };
}

}  // namespace topomorph::cli
