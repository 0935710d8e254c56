// Slurm's plugin: srun, sbatch and salloc get the option --topomorph, partitions a default. plugstack.conf loads it:
//
//   optional /usr/lib/x86_64-linux-gnu/topomorph/topomorph-spank.so partition=batch:auto
//
// It sets the environment of tasks before they start. Whatever fails here leaves the task as it is.
#include <array>
#include <climits>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <string_view>

#include <dlfcn.h>
extern "C" {
#include <slurm/spank.h>
}
#include <unistd.h>

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

/// Runs in srun, sbatch and salloc, where a wrong word ends the command, and in the nodes' daemons, where it must not.
int check_option(int, const char* value, int remote) {
  if (remote != 0 || value == nullptr || *value == '\0' || is_mode(value) || std::string_view(value) == "(null)")
    return 0;
  slurm_error("--topomorph=%s: expected auto, profile, run or off", value);
  return -1;
}

char option_name[] = "topomorph", option_values[] = "auto|profile|run|off",
     option_help[] =
         "reorder the ranks of an MPI job: auto (default) measures in the first runs, profile always, run uses a "
         "profile; off: not at all";
constexpr int kOptionalArgument = 2;
spank_option our_option = {option_name, option_values, option_help, kOptionalArgument, 0, check_option};

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

std::string_view wanted_mode(spank_t spank, const Configuration& configuration, std::string_view option) {
  static Room environment, partition, container;
  Step step{option, variable(spank, "TOPOMORPH_MODE", environment), variable(spank, "SLURM_JOB_PARTITION", partition)};
  step.site = settings::site().of(settings::Id::Mode);
  step.in_container = !variable(spank, "SLURM_CONTAINER", container).empty();
  spank_get_item(spank, S_JOB_STEPID, &step.number);
  spank_get_item(spank, S_JOB_TOTAL_TASK_COUNT, &step.tasks);
  return mode_of(step, configuration);
}

/// Of libtopomorph.so, which lies one folder above this plugin.
std::string library_path(const Configuration& configuration) {
  if (!configuration.library().empty()) return std::string(configuration.library());
  Dl_info own{};
  std::array<char, PATH_MAX> resolved{};
  if (dladdr(reinterpret_cast<void*>(check_option), &own) == 0 || realpath(own.dli_fname, resolved.data()) == nullptr)
    return "";
  const std::string folder(resolved.data(), std::string_view(resolved.data()).rfind('/'));
  return folder.substr(0, folder.rfind('/')) + "/libtopomorph.so";
}

/// Puts the command line `topomorph MODE --` in front of the task's. It looks at the program and says what is in the
/// way, so it is for users who have given the option. Returns false where Slurm or the installation cannot.
bool prepend_runner(spank_t spank, const std::string& library, std::string_view mode) {
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
  const std::string runner = library.substr(0, library.rfind('/') + 1) + TOPOMORPH_BIN_FROM_LIBRARIES "/topomorph";
  const std::string verb(mode);
  const char* words[] = {runner.c_str(), verb.c_str(), "--"};
  return access(runner.c_str(), X_OK) == 0 && spank_prepend_task_argv(spank, 3, words) == ESPANK_SUCCESS;
#else
  (void)spank, (void)library, (void)mode;
  return false;
#endif
}

bool is_first_task(spank_t spank) {
  std::uint32_t task = 1;
  return spank_get_item(spank, S_TASK_GLOBAL_ID, &task) == ESPANK_SUCCESS && task == 0;
}

void say_missing(spank_t spank, const std::string& library) {
  // The processes of other nodes tell of this one. Nobody tells if all nodes lack the library.
  if (is_first_task(spank)) slurm_error("topomorph: %s: %s: the job runs without it", library.c_str(), strerror(errno));
}

/// Keeps what the user preloads; where that is longer than a Room, the task stays as it is.
void preload(spank_t spank, const std::string& library) {
  static Room present;
  const spank_err_t found = spank_getenv(spank, "LD_PRELOAD", present.data(), static_cast<int>(present.size()));
  if (found != ESPANK_SUCCESS && found != ESPANK_ENV_NOEXIST) return;
  const std::string others = found == ESPANK_SUCCESS && present[0] != '\0' ? ":" + std::string(present.data()) : "";
  spank_setenv(spank, "LD_PRELOAD", (library + others).c_str(), 1);
}

void prepare_task(spank_t spank, const Configuration& configuration) {
  const std::string_view option = users_option(spank), mode = wanted_mode(spank, configuration, option);
  if (mode.empty()) return;
  spank_setenv(spank, "TOPOMORPH_MODE", std::string(mode).c_str(), 1);
  if (mode == "off") return;
  const std::string library = library_path(configuration);
  if (access(library.c_str(), R_OK) != 0) return say_missing(spank, library);
  if (option.empty() || !prepend_runner(spank, library, mode)) preload(spank, library);
}

}  // namespace
}  // namespace topomorph::slurm

using namespace topomorph::slurm;

#pragma GCC visibility push(default)

extern "C" {

int slurm_spank_init(spank_t spank, int count, char** words) {
  Configuration configuration;
  if (const std::string_view wrong = configuration.read(count, words);
      !wrong.empty() && spank_context() != S_CTX_REMOTE) {
    slurm_error("plugstack.conf: '%.*s' is no argument of topomorph-spank.so", static_cast<int>(wrong.size()),
                wrong.data());
  }
  spank_option_register(spank, &our_option);
  return ESPANK_SUCCESS;
}

int slurm_spank_task_init(spank_t spank, int count, char** words) {
  Configuration configuration;
  if (!configuration.read(count, words).empty()) return ESPANK_SUCCESS;
  try {
    prepare_task(spank, configuration);
  } catch (const std::bad_alloc&) {  // the task starts as it is
  }
  return ESPANK_SUCCESS;
}
}

#pragma GCC visibility pop
