// topomorph allocate: chooses the hosts of a job together with the places of its ranks.
#include "core/allocation/allocate.h"

#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/base/atomic_file.h"
#include "core/base/json_text.h"
#include "core/evaluation/evaluate.h"
#include "core/model/affinity.h"
#include "core/model/cartesian_pattern.h"
#include "core/topology/spec.h"
#include "tools/command/input_files.h"
#include "tools/command/options.h"
#include "tools/command/places.h"
#include "tools/command/verbs.h"
#include "tools/launchers/slurm_notes.h"
#include "tools/output/costs.h"
#include "tools/output/message.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

namespace {

struct AllocateOptions {
  std::string affinity, topology, free, slots_per_node, hostfile, curve;
  allocation::AllocationOptions allocation;
  bool nodelist = false, json = false;
};

/// Returns the saved share of best fit's cost; negative if the cost is higher.
double gain_of(const allocation::Allocation& chosen, const allocation::Allocation& best_fit) {
  if (best_fit.hop_bytes == 0) return 0;
  return 1 - static_cast<double>(chosen.hop_bytes) / static_cast<double>(best_fit.hop_bytes);
}

std::string as_sentence(const allocation::Allocation& chosen, const allocation::Allocation& best_fit,
                        const AllocateOptions& options) {
  const double gain = gain_of(chosen, best_fit);
  const std::string difference = chosen.hop_bytes < best_fit.hop_bytes ? fmt::format("{:.1f} % less", 100 * gain)
                                 : chosen.hop_bytes == best_fit.hop_bytes
                                     ? "no gain"
                                     : fmt::format("no gain, {:.1f} % more", -100 * gain);
  return fmt::format("{}: hop-{} {}, best-fit {}: {}", chosen.allocator, name_of(options.allocation.map.weight),
                     evaluation::to_string(chosen.hop_bytes), evaluation::to_string(best_fit.hop_bytes), difference);
}

std::string allocation_json(const allocation::Allocation& chosen, const allocation::Allocation& best_fit,
                            const std::string& list, const AllocateOptions& options) {
  nlohmann::ordered_json json;
  json["allocator"] = chosen.allocator;
  json["algorithm"] = options.allocation.map.algorithm;
  json["nodelist"] = list;
  json["hosts"] = chosen.hosts;
  json["host_of_role"] = chosen.host_of_role;
  const std::string cost = fmt::format("hop_{}", name_of(options.allocation.map.weight));
  json[cost] = output::number(chosen.hop_bytes);
  json["best_fit_" + cost] = output::number(best_fit.hop_bytes);
  json["gain"] = gain_of(chosen, best_fit);
  return json_text(json) + "\n";
}

/// Writes the host of each rank, one a line.
void write_hostfile(const allocation::Allocation& chosen, const GivenTopology& network, const std::string& path) {
  AtomicFile file(path);
  for (const Slot host : chosen.host_of_role) file.write(name_of_host(host, network) + "\n");
  file.commit();
}

int run_allocate(AllocateOptions& options) {
  allocation::AllocationOptions& allocation = options.allocation;
  allocation.slots_per_host = positive_count(options.slots_per_node, "--slots-per-node");
  const GivenTopology network = read_network(options.topology);
  const std::vector<Slot> free = parse_hosts(options.free, network, "--free");
  if (!options.curve.empty()) allocation.curve = parse_curve(options.curve, network, "--curve");
  const Affinity affinity = affinity_from(options.affinity);
  allocation.map.grid = pattern_of_affinity(options.affinity);
  const auto allocate_by = [&](const allocation::AllocationOptions& way) {
    return output::with_progress("choosing hosts",
                                 [&] { return allocation::allocate(affinity, network.topology, free, way); });
  };
  const allocation::Allocation chosen = allocate_by(allocation);
  allocation::AllocationOptions usual = allocation;
  usual.allocator = "best-fit";
  const allocation::Allocation best_fit = chosen.allocator == usual.allocator ? chosen : allocate_by(usual);
  const std::string list = node_list(chosen.hosts, network);  // before anything is written: refuses names
  if (!network.hosts.names.empty()) launchers::note_slurm_allocation(network.slurm.get(), !options.hostfile.empty());
  if (!options.hostfile.empty()) write_hostfile(chosen, network, options.hostfile);
  if (options.json) {
    output::print(allocation_json(chosen, best_fit, list, options));
  } else {
    output::message(as_sentence(chosen, best_fit, options));
    if (options.nodelist || options.hostfile.empty()) output::print(list + "\n");
  }
  return 0;
}

}  // namespace

Action declare_allocate(CLI::App& app, char**) {
  auto options = std::make_shared<AllocateOptions>();
  app.add_option("--topology", options->topology,
                 "the network, whose slots are hosts: slurm:topology.conf, ib:FILE, torus:16x12x24, dragonfly:9x4x2, "
                 "... (see docs/topologies.md)")
      ->required()
      ->type_name("TOPOLOGY");
  app.add_option("--free", options->free, "the free hosts: numbers 0-3,8, names n[0-3],m1, a file, or all")
      ->required()
      ->type_name("LIST|FILE");
  app.add_option("--affinity", options->affinity, "the communication, as for topomorph map")
      ->required()
      ->type_name("AFFINITY");
  app.add_option("--slots-per-node", options->slots_per_node, "ranks on a host, at most")->required()->type_name("N");
  app.add_option("--allocator", options->allocation.allocator,
                 fmt::format("the algorithm that chooses the hosts: {}", fmt::join(allocation::allocators(), ", ")))
      ->capture_default_str()
      ->type_name("ALLOCATOR");
  app.add_option("--curve", options->curve,
                 "the order of all hosts that best-fit follows: numbers, or a list or file of them (default: Hilbert's "
                 "curve on grids, else by nearness)")
      ->type_name("LIST|FILE");
  options->allocation.map.algorithm = "pacmap";
  app.add_option("--algorithm", options->allocation.map.algorithm,
                 "the algorithm that places the ranks: pacmap (as it chose the hosts), or one of topomorph map")
      ->capture_default_str()
      ->type_name("ALGORITHM");
  add_preset(app, options->allocation.map.preset, "time against quality, for the allocator search and --algorithm");
  add_search_options(app, options->allocation.map);
  app.add_flag("--nodelist", options->nodelist, "print the list for sbatch --nodelist also with --hostfile");
  app.add_option("--hostfile", options->hostfile,
                 "write the host of each rank, one a line, for SLURM_HOSTFILE with --distribution=arbitrary or Open "
                 "MPI's --map-by seq")
      ->type_name("FILE");
  app.add_flag("--json", options->json, "print hosts, mapping and cost as JSON");
  return [options] { return run_allocate(*options); };
}

}  // namespace topomorph::command
