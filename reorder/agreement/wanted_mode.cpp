// Compares this process with the site's lists, once.
#include "reorder/agreement/wanted_mode.h"

#include <unistd.h>

#include "core/base/library_name.h"
#include "core/base/process.h"
#include "core/settings/site.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/this_process.h"
#include "runtime/process/environment.h"
#include "runtime/process/message.h"
#include "runtime/process/programs.h"

namespace topomorph::reorder {
namespace {

bool has_lists(const settings::Site& site) {
  for (const settings::SiteSetting& setting : settings::all_of_site()) {
    if (setting.type == settings::Type::Patterns && !site.of(setting.id).empty()) return true;
  }
  return false;
}

const settings::SiteSetting* compare() noexcept {
  if (!has_lists(settings::site())) return nullptr;
  std::string library;
  failure_of([&] { library = short_library_name(mpi_version()); });
  const process::FixedString program = process::own_program_or_script();
  return settings::excluded_by(settings::site(), {program, user_name(), getuid(), partition_name(), library});
}

/// Leaves out the mode, which Slurm's plugin may have set.
void say_what_is_final() noexcept {
  for (const settings::Setting& setting : settings::all()) {
    const std::string_view vain = settings::overruled(setting.id, settings::site());
    if (vain.empty() || setting.id == settings::Id::Mode) continue;
    const settings::Site::Value& counts = settings::site().of(setting.id);
    process::say(process::FixedString(setting.variable)
                 << "=" << vain << " has no effect: " << counts.text << " is final (" << settings::site().path()
                 << ", line " << counts.line << ")");
  }
}

Mode mode_of(std::string_view text) {
  return text == "monitor"   ? Mode::Monitor
         : text == "profile" ? Mode::Profile
         : text == "run"     ? Mode::Run
         : text == "auto"    ? Mode::Auto
                             : Mode::Off;
}

}  // namespace

std::string_view user_name() noexcept { return first_variable({"SLURM_JOB_USER", "LOGNAME", "USER"}); }

std::string_view partition_name() noexcept { return first_variable({"SLURM_JOB_PARTITION", "PBS_QUEUE", "LSB_QUEUE"}); }

const settings::SiteSetting* excluding_list() noexcept {
  static const settings::SiteSetting* const list = compare();
  return list;
}

void say_what_the_site_has() noexcept {
  if (launched_rank().value_or(0) != 0) return;
  const std::string_view problem = settings::site().problem();
  if (!problem.empty() && wanted_mode() != "off") process::say(process::FixedString(problem) << ": it does not count");
  const bool by_runner = !first_variable({"TOPOMORPH_STARTED_BY"}).empty();
  const bool runner_has_said_it = !first_variable({"TOPOMORPH_STARTED_IN"}).empty();  // Slurm's plugin starts no runner
  if (!runner_has_said_it && wanted_mode() != "off") say_what_is_final();
  if (excluding_list() == nullptr || !by_runner) return;
  process::say(process::FixedString(excluding_list()->name) << settings::kHasThisJob << ": it runs without TopoMorph");
}

std::string_view wanted_mode() noexcept {
  return excluding_list() != nullptr ? "off" : process::raw_value(settings::Id::Mode);
}

Mode mode() noexcept { return mode_of(wanted_mode()); }

bool is_switched_off() noexcept { return wanted_mode() == "off"; }

}  // namespace topomorph::reorder
