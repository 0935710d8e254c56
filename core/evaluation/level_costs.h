// Latency and bandwidth of the levels of a machine, also those that a topology brings along.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/tree.h"

namespace topomorph::evaluation {

/// The cost of messages between two slots that meet on one level, while nobody else sends.
struct LinkCost {
  double latency = 0;    ///< seconds of a message of any size
  double bandwidth = 1;  ///< bytes per second
  double seconds(double messages, double bytes) const { return messages * latency + bytes / bandwidth; }
};

/// Assumed for one unit of distance if nothing was measured.
inline constexpr LinkCost kAssumedPerDistance = {0.5e-6, 10e9};

/// Costs by level name, measured (`topomorph topology --measure`) or given, from the inside out.
struct LevelCosts {
  struct Level {
    std::string name;
    LinkCost cost;
  };
  std::vector<Level> levels;
  bool by_number = false;  ///< given as numbers from the slots up, not as a file
};

/// The costs of each level of a tree; [0] is level 1.
struct TreeCosts {
  std::vector<LinkCost> levels = {};
  bool assumed = true;  ///< derived from the distances, not measured
  /// Bytes per second that all slots of a node together can send up to the next level, or receive from it: [0] of a
  /// slot, [l] of a node of level l. Empty: as fast as one pair that meets above.
  std::vector<double> uplinks = {};

  double uplink(std::size_t level) const { return uplinks.empty() ? levels[level].bandwidth : uplinks[level]; }
  std::vector<double> all_uplinks() const;  ///< of each level below the root
  /// Lets bytes take no time on the links up from nodes below `level`.
  void forget_bandwidth_below(std::size_t level);
  /// Returns how much slower the root's level is than the one below it, in bandwidth.
  double slowdown() const;
};

/// Returns whether the text is the numbers themselves, such as "0.5/8000:60/11.5", and not the name of a file.
bool are_level_costs(const std::string& file_or_numbers);

/// Reads "LEVEL LATENCY BANDWIDTH" lines in microseconds and MB/s (millions of bytes); '#' begins a comment. LEVEL is a
/// level's name ("Package", "host", "cluster": two slots that meet there), or "level1", … from the slots up. Instead of
/// a file, the text may be the numbers from level 1 up: "0.5/8000:1/5000:60/11.5". Throws InputError with the line.
LevelCosts read_level_costs(const std::string& file_or_numbers);

/// Writes a file that read_level_costs() reads. Throws InputError.
void write_level_costs(const LevelCosts& costs, const std::string& comment, const std::string& path);

/// Appends the costs of the next level outwards, and of the links to it. A pair is never faster or sooner than below.
void append_level(TreeCosts& costs, LinkCost level, double uplink);

/// Lets nodes whose cables the tree knows (TreeLevel::cables) send up as much as these can carry.
void take_cables(TreeCosts& costs, const TreeTopology& tree);

/// Returns the costs of a tree's levels. A file of as many levels fits in its order, unless one of the tree's names has
/// another place there. Otherwise a level without a line costs as the next one outwards, else as the next inwards. The
/// bandwidth of a level is that of the links up to it: several times that of the level below where several cables lead
/// up from a switch. A pair gets no more of it than the links below let through.
/// Throws InputError if neither names nor their number fit the tree, and for more numbers than levels (a file may
/// describe a larger machine).
TreeCosts costs_of(const TreeTopology& tree, const LevelCosts& costs);

/// Returns assumed costs: 0.5 microseconds per unit of distance, and 10 GB/s divided by the distance.
TreeCosts assumed_costs(const TreeTopology& tree);

/// Returns the costs of the levels of a tree that was made of a SPEC, if the SPEC is `measured:FILE`, alone or as the
/// network of NETWORK+NODE: those of a pair alone on the levels that the file names, and assumed ones inside hosts.
/// Returns nothing for other SPECs, and if the tree has none of the file's levels. Throws InputError.
std::optional<TreeCosts> carried_costs(const std::string& spec, const TreeTopology& tree);

}  // namespace topomorph::evaluation
