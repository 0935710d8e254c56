// topomorph-scotch: converts our files to those of Scotch's gmap, and back.
#include <cstdio>
#include <memory>
#include <numeric>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "benchmarks/mapping/command.h"
#include "benchmarks/mapping/scotch_files.h"
#include "core/base/atomic_file.h"
#include "core/formats/affinity_file.h"
#include "core/formats/role_files.h"
#include "core/mapping/slots/metric.h"
#include "core/mapping/starts/repair.h"
#include "core/topology/export/export.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/spec.h"

namespace topomorph::benchmarks {

namespace {

struct Options {
  std::string affinity, topology, graph, target, scotch_mapping, mapping;
  std::uint64_t capacity = 1, first = 0;
};

/// Writes gmap's input.
void before(const Options& options, std::shared_ptr<const Topology> topology) {
  write_scaled_graph(formats::read_affinity(options.affinity), mapping::largest_distance(*topology), options.graph);
  AtomicFile file(options.target);
  GivenTopology given;
  given.topology = std::move(topology);
  topology::write_scotch(given, [&file](std::string_view text) { file.write(text); });
  file.commit();
}

/// Reads gmap's output, repairs it and writes it as our mapping.
void after(const Options& options, const Topology& topology) {
  const Affinity affinity = formats::read_affinity(options.affinity);
  Mapping mapping = read_scotch_mapping(options.scotch_mapping, affinity.roles(), topology.slots());
  const std::uint64_t moved = mapping::repair(mapping, affinity, topology, options.capacity);
  formats::write_mapping(mapping, options.mapping);
  std::puts(fmt::format("{{\"moved\": {}}}", moved).c_str());
}

void declare(CLI::App& app, Options& options) {
  app.require_subcommand(1);
  app.fallthrough();
  app.add_option("--affinity", options.affinity, "the affinity")->required();
  app.add_option("--topology", options.topology, "where to map to")->required();
  app.add_option("--first", options.first, "use only so many slots of it, the first");
  CLI::App& input = *app.add_subcommand("input", "write gmap's input");
  input.add_option("graph", options.graph, "to be written: .grf")->required();
  input.add_option("target", options.target, "to be written: target architecture")->required();
  CLI::App& output = *app.add_subcommand("output", "make gmap's output valid");
  output.add_option("scotch-mapping", options.scotch_mapping, "what gmap wrote")->required();
  output.add_option("mapping", options.mapping, "to be written")->required();
  output.add_option("--capacity", options.capacity, "roles a slot takes")->check(CLI::PositiveNumber);
}

void run(const CLI::App& app, const Options& options) {
  auto topology = topology::parse_topology(options.topology);
  if (options.first > 0) {
    std::vector<Slot> slots(options.first);
    std::iota(slots.begin(), slots.end(), Slot{0});
    topology = topology::restrict_to(topology, std::move(slots));
  }
  app.got_subcommand("input") ? before(options, topology) : after(options, *topology);
}

}  // namespace

}  // namespace topomorph::benchmarks

int main(int argc, char** argv) {
  using namespace topomorph::benchmarks;
  return run_command<Options>(
      argc, argv, "topomorph-scotch",
      "Files for Scotch's gmap: topomorph-scotch --affinity A --topology tree:4:8 input a.grf a.tgt", declare, run);
}
