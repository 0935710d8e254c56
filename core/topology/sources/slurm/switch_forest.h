// Makes a forest of the switches of Slurm's files, which may have several switches above one, and empty ones.
#pragma once

#include <string>
#include <vector>

#include "core/topology/sources/slurm/slurm_records.h"

namespace topomorph::topology {

/// Returns switches of which each is under one other at most, and hosts that are under one switch.
/// * Switches with nothing below them are left out (Slurm 25.05 has some for hosts to come).
/// * Switches over the same switches or hosts are one, the first: the core switches of most fat trees. It knows how
///   many they are.
/// * A switch that is under two others, one of which is above the other one, is under the lower one alone.
/// * Switches that share a part of what is below them are one, too, and a host under two leaf switches is under the
///   first alone, as Slurm counts it: a line in `notes` says so.
/// Leaves names without a switch, names that are there twice, and circles to the reader of the forest.
std::vector<SwitchRecord> forest_of(std::vector<SwitchRecord> records, std::vector<std::string>& notes);

}  // namespace topomorph::topology
