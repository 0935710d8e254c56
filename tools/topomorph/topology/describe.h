// What `topomorph topology` says of a topology that is given.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace topomorph::cli {

/// What is asked; at most one of the members that are no topology, output or form.
struct TopologyQuestion {
  std::string topology;  ///< empty: this host
  std::string output;    ///< of the export; empty: stdout
  std::string format, drawing, check, distances;
  std::string slots;  ///< what is exported: these of the topology; empty: all
  std::vector<std::string> distance;
  bool json = false;

  /// Whether there is a file to be written to `output`.
  bool writes() const { return !format.empty(); }
};

/// Declares the options for all members but topology, output and json, which mean something to --measure too.
void add_topology_question(CLI::App& app, TopologyQuestion& question);

/// Answers on stdout or in a file; returns the exit status: kFailed where --check finds hosts missing. Throws
/// InputError.
int answer(const TopologyQuestion& question);

}  // namespace topomorph::cli
