// Decides whether the next run of mode auto moves ranks of virtual topologies (docs/topology-functions.md).
#pragma once

#include <span>
#include <string>

#include "core/store/judgement.h"
#include "core/store/store.h"

namespace topomorph::store {

enum class Moves {
  None,     ///< virtual topologies keep their order
  Try,      ///< they may have another, to find out what it brings
  Use,      ///< they may: it was the fastest
  Checked,  ///< they keep their order once, to compare the pattern with the profile's
};

/// Whether the program makes virtual topologies for which another order is asked: so says its last run. `runs` are all
/// of its case.
bool has_topologies_to_move(std::span<const Run> runs);

/// Decides it for a program that has them, beside the order of MPI_COMM_WORLD that choose() has chosen:
/// * Only the order without moves that was found the best is tried with them, once; after two runs, because the second
///   one tries an order of MPI_COMM_WORLD. A run that compares moves nothing.
/// * The traffic of a run that moves ranks cannot be compared with the profile's. After eight such runs one moves none.
Moves next_moves(std::span<const Run> runs, const std::string& generation, const std::string& situation,
                 const Choice& choice);

}  // namespace topomorph::store
