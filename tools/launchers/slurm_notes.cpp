// Tells the user where Slurm refuses what a file for it asks for.
#include "tools/launchers/slurm_notes.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/topology/sources/slurm/site.h"
#include "core/topology/sources/slurm/slurm_file.h"
#include "tools/output/message.h"

namespace topomorph::launchers {
namespace {

/// Returns what the topology's own file says, else what this machine's files say; nothing if they cannot be read.
SlurmUnits known_slurm(const SlurmUnits* slurm) {
  if (slurm != nullptr) return *slurm;
  const auto conf = topology::slurm_conf_here();
  if (!conf) return {};
  try {
    return *topology::read_slurm_topology(*conf).slurm;
  } catch (const InputError&) {  // not what the user asked for
    return {};
  }
}

/// Returns whether Slurm chooses the hosts of a job by fixed shapes: blocks, segments of a ring, boxes in a torus.
bool chooses_by_shape(const SlurmUnits& slurm) {
  return slurm.plugin == "block" || slurm.plugin == "ring" || slurm.plugin == "torus3d";
}

}  // namespace

std::string against_arbitrary(const SlurmUnits* slurm) {
  const SlurmUnits known = known_slurm(slurm);
  std::vector<std::string> reasons;
  if (chooses_by_shape(known)) reasons.push_back("topology/" + known.plugin);
  reasons.insert(reasons.end(), known.against_arbitrary.begin(), known.against_arbitrary.end());
  return fmt::format("{}", fmt::join(reasons, ", "));
}

void note_slurm(const std::vector<LauncherFile>& files, const SlurmUnits* slurm) {
  const auto is_for_slurm = [](const LauncherFile& file) { return file.format->name == "slurm"; };
  if (std::none_of(files.begin(), files.end(), is_for_slurm)) return;
  const std::string reasons = against_arbitrary(slurm);
  if (reasons.empty()) return;
  output::message(fmt::format(
      "with {}, Slurm 26.05 and later refuses an allocation with --distribution=arbitrary: reorder in the job "
      "(topomorph run), or start a step with the file inside an allocation",
      reasons));
}

void note_slurm_allocation(const SlurmUnits* slurm, bool has_hostfile) {
  const std::string reasons = has_hostfile ? against_arbitrary(slurm) : "";
  const SlurmUnits known = known_slurm(slurm);
  const std::string nodelist =
      chooses_by_shape(known) ? fmt::format("topology/{} may refuse --nodelist", known.plugin) : "";
  if (reasons.empty() && nodelist.empty()) return;
  const std::string order =
      reasons.empty() ? "" : fmt::format("with {}, Slurm 26.05 and later refuses --distribution=arbitrary", reasons);
  output::message(fmt::format("{}{}{}: submit without, and reorder in the job (topomorph run)", nodelist,
                              nodelist.empty() || order.empty() ? "" : "; ", order));
}

}  // namespace topomorph::launchers
