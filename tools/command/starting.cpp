// topomorph profile, run and auto: start a program that is measured or reordered.
#include <memory>

#include "tools/command/runner.h"
#include "tools/command/verbs.h"
#include "tools/engine/verbs.h"
#include "tools/output/message.h"

namespace topomorph::command {

namespace {

int recover(const GivenSettings& given) {
  const auto found = given.find(settings::Id::Profile);
  const std::string file = found != given.end() ? found->second : settings::text(settings::Id::Profile);
  output::message(engine::recover(file + ".parts", file));
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
  app.add_flag("--recover", *recovers,
               "start no program: make the profile from FILE.parts, which an aborted job has left");
  return
      [given, recovers, command] { return *recovers ? recover(*given) : exec_with_plugin(command, "profile", *given); };
}

Action declare_run(CLI::App& app, char** command) {
  auto given = std::make_shared<GivenSettings>();
  for (const settings::Setting& setting : settings::all()) {
    if (setting.id == settings::Id::Mode || is_for_auto(setting.id)) continue;
    add_setting(app, setting.id, *given, setting.id == settings::Id::Profile ? "-p,--profile" : "");
  }
  return [given, command] { return exec_with_plugin(command, "run", *given); };
}

Action declare_auto(CLI::App& app, char** command) {
  using settings::Id;
  auto given = std::make_shared<GivenSettings>();
  for (const settings::Setting& setting : settings::all()) {
    const bool chosen_by_auto = setting.id == Id::Mode || setting.id == Id::Profile || setting.id == Id::Permutation;
    if (!chosen_by_auto) add_setting(app, setting.id, *given);
  }
  return [given, command] { return exec_with_plugin(command, "auto", *given); };
}

}  // namespace topomorph::command
