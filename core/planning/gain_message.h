// The line for the user about a gain.
#pragma once

#include "core/planning/gain.h"

namespace topomorph::planning {

/// Returns "64 ranks on 8 nodes under 4 switches (Slurm): inter-node bytes 513 MB -> 140 MB (-73 %), inter-switch 90 MB
/// -> 20 MB, predicted communication time -70 % (assumed network 16:1)". Names the border between hosts. If its traffic
/// stays the same, names the nearest border outside whose traffic changes, else the nearest inside. If no borders are
/// known, names bytes x distance.
std::string reordered_message(const Gain& gain, const JobSlots& job, const Aim& aim);

/// Returns "8 nodes under 4 switches (Slurm)"; for other topologies without known hosts their own description.
std::string place_words(const JobSlots& job);

/// Returns how reliable a prediction is: "measured network" or "assumed network 16:1", and whether collectives were
/// modelled.
std::string confidence(const JobSlots& job, const Aim& aim);

/// Returns "Cart_create 12x12 on 6 nodes: edges between nodes 132 -> 72 (-45 %)", for the border that
/// reordered_message() names. If edges have weights, states their sum.
std::string pattern_message(const Gain& gain, const JobSlots& job, const std::string& call);

/// Returns "predicted gain 0.8 % is under 5 %: order kept"; with a known network "… under 5 % on 8 nodes under 4
/// switches (Slurm): order kept".
std::string kept_message(double percent, double min_gain, const JobSlots& job);

}  // namespace topomorph::planning
