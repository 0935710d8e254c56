// Questions about a topology, and their answers.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace topomorph::command {

/// The question. Beside topology, output and json at most one member is set.
struct TopologyQuestion {
  std::string topology;  ///< empty: this host
  std::string output;    ///< of the export; empty: stdout
  std::string format, drawing, check, distances;
  std::string slots;  ///< of the export; empty: all
  std::vector<std::string> distance;
  bool json = false;

  /// Whether `output` is used.
  bool writes() const { return !format.empty(); }
};

/// Declares the options of all members except topology, output and json, which --measure uses too.
void add_topology_question(CLI::App& app, TopologyQuestion& question);

/// Prints the answer on stdout or writes it to a file. Returns the exit status: kFailed if --check finds a host
/// missing. Throws InputError.
int answer(const TopologyQuestion& question);

}  // namespace topomorph::command
