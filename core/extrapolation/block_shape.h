// How the proportions of a rank's block change when a grid takes another shape, as far as one profile shows.
#pragma once

#include "core/extrapolation/recognition.h"

namespace topomorph::extrapolation {

/// What keeps its proportions when there are more ranks.
enum class KeptShape {
  Block,   ///< that of a rank, whose size the user gives (HPCG): each step has the volume that it had
  Domain,  ///< that of all ranks together (MG, MiniMD): blocks get shorter along the axes that are divided more
  Unknown  ///< a profile whose blocks and domain are cubes does not show it
};

/// Returns what keeps its proportions: the one of both that is a cube in the profile. A square in two dimensions counts
/// as a cube. Unknown if both are, or neither.
KeptShape kept_shape(const Recognised& known);

/// Returns the surface through which a step goes, if the axes of a whole are divided into so many parts: as much
/// smaller as there are parts along the axes on which the step does not move.
template <typename Parts>
double surface(const Rule& step, const Parts& parts) {
  double surface = 1;
  for (std::size_t a = 0; a < parts.size(); ++a) {
    if (step.step[a] == 0) surface /= static_cast<double>(parts[a]);
  }
  return surface;
}

/// The proportions of blocks on a larger grid.
class BlockShape {
 public:
  BlockShape(const Recognised& known, const RankGrid& grid);

  KeptShape kept() const { return kept_; }
  /// Whether the axes grow by different factors, so that it matters what keeps its shape.
  bool matters() const;

  /// Returns by what the volume of a step grows through the shape of blocks alone: with the surface between two blocks
  /// of the same size. If it is unknown which shape is kept, returns the geometric mean of both cases: an order for
  /// volumes between them is good in either.
  double factor(const Rule& step) const;

 private:
  KeptShape kept_;
  std::vector<double> relative_;  ///< by axis: its growth, as a part of the mean growth of all
};

}  // namespace topomorph::extrapolation
