// topomorph profile, run and auto: start a program that is measured or reordered. One process a rank stands between
// launcher and program, sets the environment, and is replaced by the program.
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file_name.h"
#include "core/base/process.h"
#include "core/evaluation/level_costs.h"
#include "core/settings/settings.h"
#include "core/settings/site.h"
#include "core/topology/spec.h"
#include "runtime/loading/library_file.h"
#include "tools/command/verbs.h"
#include "tools/engine/verbs.h"
#include "tools/output/message.h"
#include "tools/programs/backs.h"
#include "tools/programs/executable.h"
#include "tools/programs/preloading.h"

namespace topomorph::command {

namespace {

namespace fs = std::filesystem;

/// Settings from the command line.
using GivenSettings = std::map<settings::Id, std::string>;

/// A variable by which a runner recognizes an earlier one.
constexpr const char* kStartedBy = "TOPOMORPH_STARTED_BY";

/// The folder in which the runner was started. The job takes the default profile from there: it is not set as a path,
/// which would look like one that the user has named.
constexpr const char* kStartedIn = "TOPOMORPH_STARTED_IN";

/// Runs the application without the library on this host, or ends. Other hosts, which have the library and no key-value
/// store that tells them of this one, would wait in MPI_Init forever; ending is better.
void run_without_library(const std::string& why) {
  if (launched_on_other_hosts() && !launcher_has_key_value_space())
    throw InputError(why + ": not started, the other hosts would wait forever");
  output::message_once(why + ": the job runs without it");
}

void preload(const char* command) {
  const std::string library = programs::library_path();
  if (library.empty()) return run_without_library("libtopomorph.so is not installed beside this program");
  if (!can_be_preloaded(library))
    return run_without_library("the path " + library + " cannot be preloaded (colon, blank or $ in it)");
  if (const char* const damage = loading::damage_of(library.c_str()))
    return run_without_library(fmt::format("{} {}", library, damage));
  const char* present = std::getenv("LD_PRELOAD");
  const std::string list = present == nullptr ? "" : present;
  if (is_preloaded(list, library)) return;
  try {
    setenv("LD_PRELOAD", programs::preload_list(command, library, list).c_str(), 1);
  } catch (const InputError& error) {
    run_without_library(error.what());
  }
}

/// Returns the path unchanged if the working directory is gone: the job may not need the path.
std::string absolute(const std::string& path) {
  std::error_code error;
  const fs::path result = fs::absolute(path, error);
  return error ? path : result.lexically_normal().string();
}

/// With two runners in a row the inner one counts: it sets the variables last.
void mark_as_started(const char* mode) {
  const char* const outer = std::getenv(kStartedBy);
  if (outer != nullptr)
    output::message_once(fmt::format("topomorph {} inside topomorph {}: {} takes effect", mode, outer, mode));
  setenv(kStartedBy, mode, 1);
}

void print_obstacle(char** command) {
  const programs::Obstacle obstacle = programs::obstacle_in(command);
  if (obstacle.why.empty()) return;
  output::message_once(fmt::format("{} {}: the job runs without TopoMorph", obstacle.program, obstacle.why));
}

void check_words(char** command, const GivenSettings& given) {
  if (command[0] == nullptr) throw InputError("no command to start: expected COMMAND after the options");
  if (given.contains(settings::Id::Profile) && given.contains(settings::Id::Permutation)) {
    throw InputError("-p and --permutation: expected one of them");
  }
  for (const auto& [id, value] : given) settings::check(settings::get(id), value, settings::get(id).option);
}

/// Returns a value that is valid in every folder and on every host.
std::string portable(const settings::Setting& setting, const std::string& value) {
  static constexpr std::string_view kFile = "file:";
  if (value.empty()) return value;
  if (setting.id == settings::Id::LevelCosts && evaluation::are_level_costs(value)) return value;
  if (setting.type == settings::Type::Path) return absolute(value);
  if (setting.id == settings::Id::Topology) return topology::with_absolute_paths(value);
  if (setting.id == settings::Id::Permutation && value.starts_with(kFile)) {
    return std::string(kFile) + absolute(value.substr(kFile.size()));
  }
  return value;
}

/// Does not check values of the environment: the library does, which does not end a job for a setting.
void set_environment(const char* mode, const GivenSettings& given) {
  for (const settings::Setting& setting : settings::all()) {
    const auto found = given.find(setting.id);
    if (found != given.end()) {
      setenv(setting.variable, portable(setting, found->second).c_str(), 1);
    } else if (setting.type == settings::Type::Path || setting.id == settings::Id::Topology) {
      const settings::Value value = settings::value(setting.id);
      if (value.origin == settings::Origin::Default || value.text.empty()) continue;
      setenv(setting.variable, portable(setting, std::string(value.text)).c_str(), 1);
    }
  }
  setenv(kStartedIn, absolute(".").c_str(), 1);
  setenv(settings::get(settings::Id::Mode).variable, mode, 1);
}

/// Returns "/etc/topomorph/site.conf, line 3".
std::string line_of_site(settings::Id id) {
  return fmt::format("{}, line {}", settings::site().path(), settings::site().of(id).line);
}

/// Mode off in the environment beats the command line, so that a user can switch off TopoMorph in a finished script.
/// The site beats both if it says that mode off is final.
bool switched_off() {
  const settings::Value mode = settings::value(settings::Id::Mode);
  if (mode.text != "off" || mode.origin == settings::Origin::Site) return false;
  const std::string by = mode.origin == settings::Origin::FinalSite
                             ? "the site has switched off TopoMorph (" + line_of_site(settings::Id::Mode) + ")"
                             : std::string(settings::get(settings::Id::Mode).variable) + "=off";
  output::message_once(by + ": the job runs without TopoMorph");
  return true;
}

void say_vain(const std::string& what, settings::Id id) {
  output::message_once(
      fmt::format("{} has no effect: {} is final ({})", what, settings::site().of(id).text, line_of_site(id)));
}

/// Says what the user has given in vain, on the command line or in the environment, because the site's value is final.
void say_what_is_final(const char* mode, const GivenSettings& given) {
  GivenSettings all = given;
  all[settings::Id::Mode] = mode;
  for (const auto& [id, value] : all) {
    const settings::Site::Value& of_site = settings::site().of(id);
    if (of_site.is_final && of_site.text != value) say_vain(fmt::format("{} {}", settings::get(id).option, value), id);
  }
  for (const settings::Setting& setting : settings::all()) {
    const std::string_view vain = settings::overruled(setting.id, settings::site());
    if (!vain.empty() && !all.contains(setting.id)) say_vain(fmt::format("{}={}", setting.variable, vain), setting.id);
  }
}

/// Whether the container sets LD_PRELOAD: this runner's would be read inside.
bool is_container_command(char** command) {
  const programs::Container container = programs::container_of(command);
  if (container == programs::Container::Unprepared) {
    output::message_once(
        fmt::format("{} starts a container, where this library may not run: the job runs without TopoMorph "
                    "(start topomorph inside it, or see docs/clusters.md, Containers)",
                    command[0]));
  }
  return container != programs::Container::None;
}

void prepare_environment(char** command, const char* mode, const GivenSettings& given) {
  say_what_is_final(mode, given);
  set_environment(mode, given);
  if (is_container_command(command)) return;
  mark_as_started(mode);
  print_obstacle(command);
  programs::warn_without_mpi(command, mode);
  preload(command[0]);
}

/// Declares the option of a setting, under its name in the settings table or under `names` ("-o,--output").
void add_setting(CLI::App& app, settings::Id id, GivenSettings& given, const std::string& names = "") {
  const settings::Setting& setting = settings::get(id);
  const std::string help = fmt::format("{} [{}]", setting.help, setting.variable);
  if (setting.type == settings::Type::Flag) {
    const std::string opposite = std::string("!--no-") + (setting.option + 2);
    app.add_flag_function(
           std::string(setting.option) + "," + opposite,
           [&given, id](std::int64_t count) { given[id] = count > 0 ? "1" : "0"; }, help)
        ->default_str(std::string_view(setting.initial) == "1" ? "on" : "off");
  } else {
    app.add_option_function<std::string>(
           names.empty() ? setting.option : names, [&given, id](const std::string& value) { given[id] = value; }, help)
        ->type_name(setting.choices)
        ->default_str(setting.initial);
  }
}

/// Open MPI 4 makes MPI_INFO_ENV of these words, which are of the runner (MPI 3.1, 10.5.3: "command", "argv").
void name_in_launchers_words(char** command) {
  if (std::getenv("OMPI_COMMAND") == nullptr) return;
  std::string arguments;
  for (char** word = command + 1; *word != nullptr; ++word)
    arguments.append(arguments.empty() ? "" : " ").append(*word);
  setenv("OMPI_COMMAND", std::string(file_name(command[0])).c_str(), 1);
  setenv("OMPI_ARGV", arguments.c_str(), 1);
}

/// Replaces this process by `command` (looked up in PATH as a shell does). Preloads the library before other preloaded
/// ones, and sets the mode and the given settings. Makes paths absolute, because the application may change its
/// directory. Returns only on failure, after one message: 127 if the command does not exist, 126 if it cannot be
/// executed. Throws InputError for an invalid setting and for an empty command.
int exec_with_plugin(char** command, const char* mode, const GivenSettings& given) {
  as_usage_errors([&] { check_words(command, given); });
  if (!switched_off()) prepare_environment(command, mode, given);
  name_in_launchers_words(command);
  const std::string path = programs::find_in_path(command[0]);
  if (path.starts_with("./")) execv(path.c_str(), command);
  execvp(command[0], command);
  const int error = errno;
  output::message(fmt::format("cannot run '{}': {}", command[0], std::strerror(error)));
  return error == ENOENT ? output::kNotFound : output::kCannotRun;
}

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
  for (const auto id : {settings::Id::Trace, settings::Id::TraceBudget, settings::Id::TraceMemory, settings::Id::Engine,
                        settings::Id::EngineTimeout, settings::Id::FinalizeBudget, settings::Id::GatherBudget,
                        settings::Id::MemoryBudget, settings::Id::MeasureNetwork, settings::Id::KeepArguments,
                        settings::Id::Quiet, settings::Id::Mpmd, settings::Id::KeepPreload, settings::Id::Steps}) {
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
    if (setting.id == settings::Id::Mode || settings::is_for_auto(setting.id)) continue;
    if (settings::is_for_profile(setting.id)) continue;
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
