// topomorph-anneal: a mapping by plain annealing of the busiest link's time.
#include <CLI/CLI.hpp>

#include "benchmarks/mapping/command.h"
#include "benchmarks/mapping/link_annealing.h"
#include "core/formats/affinity_file.h"
#include "core/formats/role_files.h"
#include "core/topology/spec.h"

namespace topomorph::benchmarks {

namespace {

struct Options {
  std::string affinity, topology, output;
  std::uint64_t swaps = 1'000'000, seed = 1;
};

void declare(CLI::App& app, Options& options) {
  app.add_option("--affinity", options.affinity, "the affinity")->required();
  app.add_option("--topology", options.topology, "a network with a slot for each role")->required();
  app.add_option("-o,--output", options.output, "the mapping to be written")->required();
  app.add_option("--swaps", options.swaps, "exchanges of two roles that are tried")->capture_default_str();
  app.add_option("--seed", options.seed, "same seed, same mapping")->capture_default_str();
}

void run(const CLI::App&, const Options& options) {
  const Affinity affinity = formats::read_affinity(options.affinity);
  const auto topology = topology::parse_topology(options.topology);
  formats::write_mapping(anneal_links(affinity, *topology, options.swaps, options.seed), options.output);
}

}  // namespace

}  // namespace topomorph::benchmarks

int main(int argc, char** argv) {
  using namespace topomorph::benchmarks;
  return run_command<Options>(argc, argv, "topomorph-anneal",
                              "Anneals the busiest link: topomorph-anneal --affinity A --topology torus:8x8 -o M",
                              declare, run);
}
