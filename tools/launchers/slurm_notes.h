// Tells the user where Slurm refuses what a file for it asks for.
#pragma once

#include <string>
#include <vector>

#include "core/model/slurm_units.h"
#include "tools/launchers/formats.h"

namespace topomorph::launchers {

/// Returns the topology plugin and the settings with which Slurm 26.05 and later refuses an allocation with
/// --distribution=arbitrary, as "topology/block, CR_LLN"; empty if none is known. Where the topology is no file of
/// Slurm's (null), the slurm.conf of this machine counts, if there is one. Source: Slurm's CHANGELOG for 26.05, and
/// eval_nodes in its topology plugins.
std::string against_arbitrary(const SlurmUnits* slurm);

/// Says on stderr that Slurm refuses the written order of ranks (`--write slurm:`), if it is known to.
void note_slurm(const std::vector<LauncherFile>& files, const SlurmUnits* slurm);

/// Says on stderr what Slurm refuses of a chosen list of hosts and, with `has_hostfile`, of the order of the ranks.
void note_slurm_allocation(const SlurmUnits* slurm, bool has_hostfile);

}  // namespace topomorph::launchers
