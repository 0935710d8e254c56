// What the user and earlier runs ask of the order of a job.
#pragma once

#include <string>
#include <vector>

#include "core/settings/settings.h"

namespace topomorph::decision {

struct Wish {
  double min_gain = std::stod(settings::get(settings::Id::MinGain).initial);  ///< percent below which the order is kept
  /// The call that gave the pattern ("Cart_create 12x12"), for the message; empty: the pattern was measured. With a
  /// call, edges between hosts count before everything else, and any gain is enough: no data has to move for it.
  std::string call = {};
  /// The order to use, which earlier runs have shown to be the best: the name of a cost model, or "launcher". Empty:
  /// the one with the best prediction.
  std::string order = {};
  bool explore = false;                 ///< an order of another cost model may be used instead, if it is not in `tried`
  std::vector<std::string> tried = {};  ///< orders of earlier runs
};

/// Whether the user has said what gain there must be.
inline bool gives_min_gain(const Wish& wish) { return wish.min_gain != Wish().min_gain; }

}  // namespace topomorph::decision
