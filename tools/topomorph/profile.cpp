// topomorph profile: starts a program and measures its traffic.
#include <memory>

#include "tools/topomorph/runner.h"
#include "tools/topomorph/verb.h"

namespace topomorph::cli {

Action declare_profile(CLI::App& app, char** command) {
  auto given = std::make_shared<GivenSettings>();
  add_setting(app, settings::Id::Profile, *given, "-o,--output");
  for (const auto id : {settings::Id::Engine, settings::Id::EngineTimeout, settings::Id::Quiet}) {
    add_setting(app, id, *given);
  }
  return [given, command] { return become(command, "profile", *given); };
}

}  // namespace topomorph::cli
