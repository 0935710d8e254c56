// topomorph profile: starts a program and measures its traffic.
#include <memory>

#include "tools/engine/verbs.h"
#include "tools/topomorph/message.h"
#include "tools/topomorph/runner.h"
#include "tools/topomorph/verb.h"

namespace topomorph::cli {

namespace {

int recover(const GivenSettings& given) {
  const auto found = given.find(settings::Id::Profile);
  const std::string file = found != given.end() ? found->second : settings::text(settings::Id::Profile);
  message(engine::recover(file + ".parts", file));
  return 0;
}

}  // namespace

Action declare_profile(CLI::App& app, char** command) {
  auto given = std::make_shared<GivenSettings>();
  add_setting(app, settings::Id::Profile, *given, "-o,--output");
  for (const auto id : {settings::Id::Engine, settings::Id::EngineTimeout, settings::Id::FinalizeBudget,
                        settings::Id::GatherBudget, settings::Id::MemoryBudget, settings::Id::Quiet, settings::Id::Mpmd,
                        settings::Id::KeepPreload, settings::Id::Steps}) {
    add_setting(app, id, *given);
  }
  auto recovers = std::make_shared<bool>(false);
  app.add_flag("--recover", *recovers, "start nothing: make the profile of what an aborted job left in FILE.parts");
  return [given, recovers, command] { return *recovers ? recover(*given) : become(command, "profile", *given); };
}

}  // namespace topomorph::cli
