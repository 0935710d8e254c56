// What a message costs at each distance: latency and bandwidth of the levels of a machine.
#pragma once

#include <string>
#include <vector>

#include "core/model/tree.h"

namespace topomorph::evaluation {

/// Of a message between two slots that meet on one level.
struct LinkCost {
  double latency = 0;    ///< seconds a message takes however short it is
  double bandwidth = 1;  ///< bytes a second
  double seconds(double messages, double bytes) const { return messages * latency + bytes / bandwidth; }
};

/// Where nothing was measured: of one unit of distance.
inline constexpr LinkCost kAssumedPerDistance = {0.5e-6, 10e9};

/// Levels by name, as measured (`topomorph topology --measure`) or as somebody knows them; from the inside out.
struct LevelCosts {
  struct Level {
    std::string name;
    LinkCost cost;
  };
  std::vector<Level> levels;
  bool by_number = false;  ///< from the slots up, in place of a file
};

/// The costs of each level of one tree; [0] is level 1.
struct TreeCosts {
  std::vector<LinkCost> levels = {};
  bool assumed = true;  ///< from the distances, since nobody measured

  /// How much slower the root's level is than the one below it, in bandwidth.
  double slowdown() const;
};

/// Whether it is the numbers themselves, "0.5/8000:60/11.5", and not the name of a file.
bool are_level_costs(const std::string& file_or_numbers);

/// Reads "LEVEL LATENCY BANDWIDTH" lines: microseconds and MB/s (millions of bytes); '#' begins a comment. LEVEL is a
/// level's name ("Package", "host", "cluster": two slots that meet there), or "level1", … from the slots up. Not a file
/// but the numbers themselves, from level 1 up, is "0.5/8000:1/5000:60/11.5". Throws InputError with the line.
LevelCosts read_level_costs(const std::string& file_or_numbers);

/// Writes such a file. Throws InputError.
void write_level_costs(const LevelCosts& costs, const std::string& comment, const std::string& path);

/// A level without a line costs what the next one outwards does, else the next inwards. Nothing that is farther costs
/// less: levels that were measured as faster than the ones below them are taken for as slow as these. Throws InputError
/// where no name fits the tree, and for more numbers than it has levels (a file may be that of a larger machine).
TreeCosts costs_of(const TreeTopology& tree, const LevelCosts& costs);

/// Where nothing was measured: 0.5 microseconds and a 10 GB/s share of the way per unit of distance.
TreeCosts assumed_costs(const TreeTopology& tree);

}  // namespace topomorph::evaluation
