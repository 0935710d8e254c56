// Slurm's plugin: srun, sbatch and salloc get the option --topomorph, partitions a default. plugstack.conf loads it:
//
//   optional /usr/lib/x86_64-linux-gnu/topomorph/topomorph-spank.so partition=batch:auto
//
// It sets the environment of tasks before they start. Whatever fails here leaves the task as it is.
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <dlfcn.h>
extern "C" {
#include <slurm/spank.h>
}
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/process.h"
#include "core/base/terminal_text.h"
#include "core/base/trusted_path.h"
#include "core/settings/site.h"
#include "plugin/slurm/step.h"

#pragma GCC visibility push(default)

extern "C" {
// SPANK_PLUGIN's constants, which C++ would keep to itself.
extern const char plugin_name[] = "topomorph";
extern const char plugin_type[] = "spank";
extern const unsigned int plugin_version = SLURM_VERSION_NUMBER;
extern const unsigned int spank_plugin_version = 1;
}

#pragma GCC visibility pop

namespace topomorph::slurm {
namespace {

/// Nothing may be thrown into Slurm. What fails leaves the task as it is.
template <typename Work>
void quietly(Work work) noexcept {
  try {
    work();
  } catch (...) {  // NOLINT: as said
  }
}

/// Writes one line to stderr of srun, sbatch and salloc, and to Slurm's log of a step. Users choose their words, and
/// the log is read by root.
void log(std::string_view line) noexcept {
  quietly([line] { slurm_error("%s", for_terminal(line).c_str()); });
}

/// Runs in srun, sbatch and salloc, where a wrong word ends the command, and in the nodes' daemons, where it must not.
int check_option(int, const char* value, int remote) {
  if (remote != 0 || value == nullptr || *value == '\0' || is_mode(value) || std::string_view(value) == "(null)")
    return 0;
  quietly([value] { log(std::string("--topomorph=") + value + ": expected auto, profile, run or off"); });
  return -1;
}

char option_name[] = "topomorph", option_values[] = "auto|profile|run|off",
     option_help[] =
         "reorder the ranks of an MPI job: auto (default) measures in the first runs, profile always, run uses a "
         "profile; off: not at all";
constexpr int kOptionalArgument = 2;
spank_option our_option = {option_name, option_values, option_help, kOptionalArgument, 0, check_option};

/// Of this step: its words belong to Slurm, and last as long as the plugin is loaded.
Configuration& configuration() {
  static Configuration only;
  return only;
}

using Room = std::array<char, 4096>;

std::string_view variable(spank_t spank, const char* name, Room& room) {
  const bool found = spank_getenv(spank, name, room.data(), static_cast<int>(room.size())) == ESPANK_SUCCESS;
  return found ? std::string_view(room.data()) : std::string_view();
}

/// Of sbatch and salloc, too. Slurm hands "(null)" down for an option without value.
std::string_view users_option(spank_t spank) {
  char* value = nullptr;
  if (spank_option_getopt(spank, &our_option, &value) != ESPANK_SUCCESS) return {};
  return value != nullptr && is_mode(value) ? value : "auto";
}

std::string_view first_word(spank_t spank) {
  int count = 0;
  char** words = nullptr;
  const bool known = spank_get_item(spank, S_JOB_ARGV, &count, &words) == ESPANK_SUCCESS && count > 0;
  return known && words[0] != nullptr ? words[0] : "";
}

Step step_of(spank_t spank, std::string_view option) {
  static Room environment, partition, container;
  Step step{option, variable(spank, "TOPOMORPH_MODE", environment), variable(spank, "SLURM_JOB_PARTITION", partition),
            first_word(spank)};
  step.site = settings::site().of(settings::Id::Mode);
  step.in_container = !variable(spank, "SLURM_CONTAINER", container).empty();
  spank_get_item(spank, S_JOB_STEPID, &step.number);
  spank_get_item(spank, S_JOB_TOTAL_TASK_COUNT, &step.tasks);
  return step;
}

/// Returns the path of libtopomorph.so, which lies one folder above this plugin.
std::string library_path(const Configuration& configuration) {
  if (!configuration.library().empty()) return std::string(configuration.library());
  Dl_info own{};
  std::array<char, PATH_MAX> resolved{};
  if (dladdr(reinterpret_cast<void*>(check_option), &own) == 0 || realpath(own.dli_fname, resolved.data()) == nullptr)
    return "";
  const std::string folder(resolved.data(), std::string_view(resolved.data()).rfind('/'));
  return folder.substr(0, folder.rfind('/')) + "/libtopomorph.so";
}

/// The library as this host has it. Plugins for containers change the file system before a task starts.
struct Library {
  std::string path;
  std::string problem;  ///< why it cannot be preloaded; empty: it can
  struct stat status {};
};

Library& library() {
  static Library only;
  return only;
}

void find_library(const Configuration& configuration) {
  Library& found = library();
  found.path = library_path(configuration);
  if (!topomorph::can_be_preloaded(found.path)) {
    found.problem = "the loader cannot preload it (colon, blank or $ in its path)";
  } else if (stat(found.path.c_str(), &found.status) != 0) {
    found.problem = strerror(errno);
  }
}

/// Whether the task would find the file that this host has.
bool task_sees_library() {
  struct stat now {};
  const Library& known = library();
  return stat(known.path.c_str(), &now) == 0 && is_same_file(now, known.status) &&
         access(known.path.c_str(), R_OK) == 0;
}

/// Puts the command line `topomorph MODE --` in front of the task's. It looks at the program and says what is in the
/// way, so it is for users who have given the option. Returns false where Slurm or the installation cannot.
bool prepend_runner(spank_t spank, std::string_view mode) {
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
  const std::string& path = library().path;
  const std::string runner = path.substr(0, path.rfind('/') + 1) + TOPOMORPH_BIN_FROM_LIBRARIES "/topomorph";
  const std::string verb(mode);
  const char* words[] = {runner.c_str(), verb.c_str(), "--"};
  return access(runner.c_str(), X_OK) == 0 && spank_prepend_task_argv(spank, 3, words) == ESPANK_SUCCESS;
#else
  (void)spank, (void)mode;
  return false;
#endif
}

bool is_first_task(spank_t spank) {
  std::uint32_t task = 1;
  return spank_get_item(spank, S_TASK_GLOBAL_ID, &task) == ESPANK_SUCCESS && task == 0;
}

/// Puts a word in front of a variable's list. Returns false, and changes nothing, if the list is longer than a Room.
bool put_first(spank_t spank, const char* name, const std::string& word) {
  static Room present;
  const spank_err_t found = spank_getenv(spank, name, present.data(), static_cast<int>(present.size()));
  if (found != ESPANK_SUCCESS && found != ESPANK_ENV_NOEXIST) return false;
  const std::string others = found == ESPANK_SUCCESS && present[0] != '\0' ? ":" + std::string(present.data()) : "";
  return spank_setenv(spank, name, (word + others).c_str(), 1) == ESPANK_SUCCESS;
}

/// A program with the address sanitizer ends at once if its run-time is not the first library, unless it is told not
/// to look. Its run-time's functions are found first all the same, because this library has none of their names.
/// Returns false if a list is too long.
bool preload(spank_t spank, std::string_view mode) {
  if (!put_first(spank, "ASAN_OPTIONS", "verify_asan_link_order=0")) return false;
  if (!put_first(spank, "LD_PRELOAD", library().path)) return false;
  spank_setenv(spank, "TOPOMORPH_MODE", std::string(mode).c_str(), 1);
  return true;
}

/// Says for one task why the step runs without the library. The processes of other nodes tell of a node without it;
/// nobody tells if all nodes lack it.
void say(spank_t spank, const std::string& why) {
  if (is_first_task(spank)) log("topomorph: " + why + ": the job runs without it");
}

/// `option`: of the user, who hears why it has no effect.
void prepare_task(spank_t spank, std::string_view option) {
  const Step step = step_of(spank, option);
  const std::string_view mode = mode_of(step, configuration());
  if (step.site.is_final && step.site.text == "off" && !option.empty() && option != "off")
    say(spank, "the site has switched it off");
  if (mode == "off") spank_setenv(spank, "TOPOMORPH_MODE", "off", 1);
  if (mode.empty() || mode == "off") return;
  if (!library().problem.empty()) return say(spank, library().path + ": " + library().problem);
  static Room path;
  const bool in_container = !task_sees_library() || starts_containers(step.program);
  const bool wants_runner =
      !in_container && !option.empty() && can_be_started(step.program, variable(spank, "PATH", path));
  if (wants_runner && prepend_runner(spank, mode)) return;
  if (!in_container && !option.empty()) spank_setenv(spank, "TOPOMORPH_STARTED_BY", std::string(mode).c_str(), 1);
  if (in_container && !option.empty()) say(spank, std::string(step.program) + " runs in a container");
  if (!in_container && !preload(spank, mode) && !option.empty()) say(spank, "LD_PRELOAD has more than 4095 bytes");
}

}  // namespace
}  // namespace topomorph::slurm

using namespace topomorph::slurm;

#pragma GCC visibility push(default)

extern "C" {

int slurm_spank_init(spank_t spank, int count, char** words) {
  const std::string_view wrong = configuration().read(count, words);
  if (!wrong.empty()) configuration() = Configuration();
  if (!wrong.empty() && spank_context() != S_CTX_REMOTE) {
    quietly([wrong] {
      log("plugstack.conf: '" + std::string(wrong) +
          "' is no argument of topomorph-spank.so (default=MODE, partition=NAME:MODE, each once, library=/FILE): no "
          "partition has a mode");
    });
  }
  spank_option_register(spank, &our_option);
  if (spank_context() == S_CTX_REMOTE)
    quietly([] {
      find_library(configuration());
      topomorph::settings::site();
    });
  return ESPANK_SUCCESS;
}

int slurm_spank_task_init(spank_t spank, int, char**) {
  quietly([spank] { prepare_task(spank, users_option(spank)); });
  return ESPANK_SUCCESS;
}
}

#pragma GCC visibility pop
