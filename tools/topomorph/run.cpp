// topomorph run: starts a program with reordered ranks.
#include <memory>

#include "tools/topomorph/runner.h"
#include "tools/topomorph/verb.h"

namespace topomorph::cli {

Action declare_run(CLI::App& app, char** command) {
  auto given = std::make_shared<GivenSettings>();
  for (const settings::Setting& setting : settings::all()) {
    if (setting.id == settings::Id::Mode || is_for_auto(setting.id)) continue;
    add_setting(app, setting.id, *given, setting.id == settings::Id::Profile ? "-p,--profile" : "");
  }
  return [given, command] { return become(command, "run", *given); };
}

}  // namespace topomorph::cli
