// topomorph-generate: writes an affinity made by rule, and for grids the mapping of a tiling.
#include <cstdio>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "benchmarks/mapping/command.h"
#include "benchmarks/mapping/instances.h"
#include "benchmarks/mapping/nas_like.h"
#include "benchmarks/mapping/noise.h"
#include "benchmarks/mapping/product_tilings.h"
#include "benchmarks/mapping/program_like.h"
#include "benchmarks/mapping/solids.h"
#include "benchmarks/mapping/tiling.h"
#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/evaluation/evaluate.h"
#include "core/formats/affinity_file.h"
#include "core/formats/role_files.h"
#include "core/topology/spec.h"

namespace topomorph::benchmarks {

namespace {

struct Options {
  std::string grid, body, output, topology, tiling, affinity, model, coordinates;
  std::vector<std::uint64_t> weights;
  std::uint64_t number = 0, roles = 0, edges_per_role = 8, max_weight = 10, seed = 1;
  double degree = 12, noise = 0;
  bool periodic = false, ordered = false;
};

std::vector<std::uint64_t> extents_of(const std::string& grid) {
  std::vector<std::uint64_t> extents;
  for (const std::string& word : CLI::detail::split(grid, 'x')) {
    std::uint64_t extent = 0;
    if (!CLI::detail::lexical_cast(word, extent)) {
      throw InputError(fmt::format("found grid \"{}\", expected extents as in 32x32", grid));
    }
    extents.push_back(extent);
  }
  return extents;
}

Instance make(const CLI::App& app, const Options& options) {
  if (app.got_subcommand("geometric")) {
    return random_geometric(options.roles, options.degree, options.max_weight, options.seed);
  }
  if (app.got_subcommand("cg")) return cg_like(options.roles);
  if (app.got_subcommand("lu")) return lu_like(options.roles);
  if (app.got_subcommand("pencils")) return pencils(extents_of(options.grid));
  if (app.got_subcommand("solid")) return solid(options.body, options.roles);
  if (app.got_subcommand("uniform")) return uniform(options.roles, options.max_weight, options.seed);
  if (app.got_subcommand("noise")) {
    return with_noise(formats::read_affinity(options.affinity), noise_model_named(options.model), options.noise,
                      options.seed);
  }
  if (app.got_subcommand("rmat")) return rmat(options.roles, options.edges_per_role, options.seed);
  return stencil(extents_of(options.grid), options.weights, options.periodic);
}

/// Returns the pattern of stencil() for these options.
Pattern star_pattern(const Options& options) {
  Pattern pattern{extents_of(options.grid), {}, {}};
  pattern.periodic.assign(pattern.extents.size(), 0);
  for (std::size_t a = 0; a < pattern.extents.size(); ++a) {
    Step step{};
    step[a] = 1;
    pattern.arms.push_back({step, options.weights.empty() ? 1 : options.weights[a]});
  }
  return pattern;
}

/// Returns the best nested tiling of a stencil on a tree, or product tiling of rows and columns on a network.
std::optional<Tiling> tiling_of(const Options& options, bool is_pencils, const Topology& topology) {
  const std::vector<std::uint64_t> extents = extents_of(options.grid);
  if (is_pencils) {
    if (extents.size() != 2) throw InputError("--topology: expected rows and columns");
    return best_product_tiling(pencils(extents), extents[0], extents[1], topology);
  }
  const TreeTopology* tree = as_tree(topology);
  if (tree == nullptr) throw InputError("--topology: expected a tree, found " + topology.describe());
  auto tilings = best_tilings(star_pattern(options), *tree, 1);
  return tilings.empty() ? std::nullopt : std::optional(std::move(tilings.front()));
}

/// Writes the tiling's mapping for the relabelled roles. Returns its cost; nothing if no tiling fits.
std::optional<Cost> write_tiling(const Options& options, bool is_pencils, std::span<const Role> labels) {
  const auto topology = topology::parse_topology(options.topology);
  const std::optional<Tiling> tiling = tiling_of(options, is_pencils, *topology);
  if (!tiling) return std::nullopt;
  if (!options.tiling.empty()) {
    Mapping mapping(labels.size());
    for (std::uint64_t cell = 0; cell < labels.size(); ++cell) mapping[labels[cell]] = tiling->slot_of_cell[cell];
    formats::write_mapping(mapping, options.tiling);
  }
  return tiling->cost;
}

/// Writes the points of the relabelled roles of a geometric graph, a line each, as `rgeob:FILE` reads them.
void write_coordinates(const Options& options, std::span<const Role> labels) {
  formats::Coordinates coordinates = points_of_random_geometric(options.roles, options.seed);
  if (!options.ordered) relabel(coordinates, labels);
  AtomicFile file(options.coordinates);
  for (Role role = 0; role < options.roles; ++role) {
    file.write(fmt::format("{} {}\n", coordinates[0][role], coordinates[1][role]));
  }
  file.commit();
}

/// Writes the problem that a program could pose, and prints its name and machine.
void write_program(const Options& options) {
  ProgramLike problem = program_like(options.number, options.seed);
  const Affinity affinity = Affinity::from_traffic(problem.instance.roles, std::move(problem.instance.edges));
  formats::write_affinity(affinity, options.output);
  const bool has_tiling = problem.tiling.has_value();
  if (has_tiling && !options.tiling.empty()) formats::write_mapping(*problem.tiling, options.tiling);
  std::puts(fmt::format("{{\"roles\": {}, \"edges\": {}, \"name\": \"{}\", \"topology\": \"{}\", \"tiling\": {}}}",
                        affinity.roles(), affinity.entries(), problem.name, problem.topology, has_tiling)
                .c_str());
}

void run(const CLI::App& app, const Options& options) {
  if (app.got_subcommand("program")) return write_program(options);
  Instance instance = make(app, options);
  // A stream other than that of the edges, so that the labels do not depend on how many numbers the edges took.
  const std::vector<Role> labels = random_labels(instance.roles, ~options.seed);
  if (!options.ordered) relabel(instance, labels);
  if (options.ordered && !options.topology.empty()) throw InputError("--ordered: a tiling is for relabelled roles");
  const Affinity affinity = Affinity::from_traffic(instance.roles, std::move(instance.edges));
  formats::write_affinity(affinity, options.output);
  if (!options.coordinates.empty()) write_coordinates(options, labels);
  std::string tiling;
  if (!options.topology.empty()) {
    if (const auto cost = write_tiling(options, app.got_subcommand("pencils"), labels))
      tiling = fmt::format(", \"tiling_cost\": {}", evaluation::to_string(*cost));
  }
  std::puts(fmt::format("{{\"roles\": {}, \"edges\": {}{}}}", affinity.roles(), affinity.entries(), tiling).c_str());
}

void add_roles(CLI::App& app, Options& options) { app.add_option("roles", options.roles, "how many")->required(); }

void add_tiling(CLI::App& app, Options& options, const char* help) {
  app.add_option("--topology", options.topology, help);
  app.add_option("--tiling", options.tiling, "write the tiling's mapping there");
}

void add_grid(CLI::App& app, Options& options) {
  app.add_option("grid", options.grid, "extents, as in 32x32 or 16x16x16")->required();
  app.add_option("--weights", options.weights, "volume per axis (default: 1)")->delimiter(',');
  add_tiling(app, options, "print the cost of the best nested tiling on this tree");
  app.add_flag("--periodic", options.periodic, "join the ends of each axis")->excludes("--topology");
}

void add_noise(CLI::App& app, Options& options) {
  app.add_option("affinity", options.affinity, "the exact one")->required();
  app.add_option("--model", options.model, std::string("one of ") + kNoiseModels)->required();
  app.add_option("--noise", options.noise, "standard deviation, or half the width, in volume or as a share of it")
      ->required();
}

void declare(CLI::App& app, Options& options) {
  app.require_subcommand(1);
  app.fallthrough();
  app.add_option("-o,--output", options.output, "the affinity file (format by its ending)")->required();
  app.add_option("--seed", options.seed, "same seed, same instance")->capture_default_str();
  app.add_flag("--ordered", options.ordered, "number roles as they are made, not at random");
  add_grid(*app.add_subcommand("stencil", "neighbours on a grid: 5-point in two dimensions, 7-point in three"),
           options);
  CLI::App& pencils = *app.add_subcommand("pencils", "all-to-all in rows and in columns, and neighbours");
  pencils.add_option("grid", options.grid, "extents, as in 16x24")->required();
  add_tiling(pencils, options, "print the cost of the best product tiling on this mesh or torus");
  CLI::App& solid = *app.add_subcommand("solid", "a spectral-element code on a body that a bisection has cut");
  solid.add_option("body", options.body, "pipe, ball or box")->required();
  add_roles(solid, options);
  CLI::App& geometric = *app.add_subcommand("geometric", "random points in a square, the near ones joined");
  add_roles(geometric, options);
  geometric.add_option("--degree", options.degree, "neighbours on average")->capture_default_str();
  geometric.add_option("--max-weight", options.max_weight, "weights from 1 to this")->capture_default_str();
  geometric.add_option("--coordinates", options.coordinates, "write the points there, a line for each role");
  CLI::App& all_pairs = *app.add_subcommand("uniform", "every role with every other");
  add_roles(all_pairs, options);
  all_pairs.add_option("--max-weight", options.max_weight, "weights from 1 to this")->capture_default_str();
  add_noise(*app.add_subcommand("noise", "an affinity that is not known exactly; use with --ordered"), options);
  CLI::App& power_law = *app.add_subcommand("rmat", "power-law graph");
  add_roles(power_law, options);
  CLI::App& program = *app.add_subcommand("program", "a pattern and a tree as programs and centres have them");
  program.add_option("number", options.number, "which one of those of this seed")->required();
  program.add_option("--tiling", options.tiling, "write the mapping of the best tiling there, if there is one");
  for (const char* name : {"cg", "lu"}) {
    CLI::App& nas = *app.add_subcommand(name, "the NAS parallel benchmark of this name, class C");
    nas.add_option("roles", options.roles, "how many: a power of two")->required();
  }
  power_law.add_option("--edges", options.edges_per_role, "edges drawn per role")->capture_default_str();
}

}  // namespace

}  // namespace topomorph::benchmarks

int main(int argc, char** argv) {
  using namespace topomorph::benchmarks;
  return run_command<Options>(
      argc, argv, "topomorph-generate",
      "Makes an affinity by rule: topomorph-generate geometric 16384 --degree 12 --seed 1 -o g.graph", declare, run);
}
