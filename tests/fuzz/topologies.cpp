// Machines, grids and places, as users write them and as hwloc's files have them.
#include <algorithm>
#include <array>
#include <limits>

#include "core/evaluation/level_costs.h"
#include "core/formats/graph_files.h"
#include "core/model/cartesian_pattern.h"
#include "core/model/training_notation.h"
#include "core/model/tree.h"
#include "core/topology/hosts/placement.h"
#include "core/topology/shapes/graph.h"
#include "core/topology/sources/hwloc/devices.h"
#include "core/topology/sources/hwloc/machine.h"
#include "core/topology/sources/hwloc/machine_folder.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"
#include "core/topology/sources/hwloc/trial.h"
#include "core/topology/sources/netloc/hierarchy_writer.h"
#include "core/topology/spec.h"
#include "core/wire/frame_io.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"

namespace topomorph::fuzz {

namespace {

/// The product of all numbers in the text: what a specification asks for, roughly. Large topologies are no fault, but
/// each costs the time of many small ones.
bool asks_for_much(std::string_view text) {
  constexpr std::uint64_t kMuch = 1 << 16, kRefused = std::uint64_t{1} << 32;
  std::uint64_t product = 1, number = 0;
  for (const char c : std::string(text) + ' ') {
    if (c >= '0' && c <= '9') {
      number = std::min<std::uint64_t>(number * 10 + static_cast<std::uint64_t>(c - '0'), kRefused);
    } else {
      product = std::min(product * std::max<std::uint64_t>(number, 1), kRefused);
      number = 0;
    }
  }
  return product > kMuch && product < kRefused;
}

/// Whether it may name a file: a kind that is none of these. Hypercubes count as such: small numbers that ask for much.
bool names_a_file(std::string_view text) {
  static constexpr std::array<std::string_view, 7> kKinds = {
      "tree:", "synthetic:", "mesh:", "torus:", "cmplt", "tleaf:", "dragonfly:"};
  for (std::size_t at = 0; at <= text.size(); at = std::min(text.find('+', at), text.size()) + 1) {
    const std::string_view rest = text.substr(at);
    const bool known = std::any_of(kKinds.begin(), kKinds.end(), [&](auto kind) { return rest.starts_with(kind); });
    if (!known && rest.substr(0, rest.find('+')).find(':') != std::string_view::npos) return true;
  }
  return false;
}

/// An argument ends at a zero.
std::string argument(std::string_view input) { return std::string(input.substr(0, input.find('\0'))); }

void check_topology(const Topology& topology) {
  require(topology.slots() > 0, "a topology has slots");
  require(!topology.describe().empty(), "a topology can be described");
  const Slot last = topology.slots() - 1;
  for (const Slot slot : {Slot{0}, last / 2, last}) {
    require(topology.distance(slot, slot) == 0, "a slot is at no distance from itself");
    require(topology.distance(slot, last) == topology.distance(last, slot), "distances are symmetric");
  }
  if (const auto* tree = dynamic_cast<const TreeTopology*>(&topology)) {
    const std::array<Slot, 2> ends = {0, last};
    const TreeTopology cut = tree->restricted_to(std::span(ends).first(last == 0 ? 1 : 2));
    require(last == 0 || cut.distance(0, 1) == tree->distance(0, last), "a part of a tree has the tree's distances");
  }
}

void require_each_once(const std::vector<std::uint64_t>& numbers) {
  std::vector<bool> seen(numbers.size(), false);
  for (const std::uint64_t number : numbers) {
    require(number < seen.size() && !seen[number], "every process has a slot of its own");
    seen[number] = true;
  }
}

}  // namespace

void topology_spec(std::string_view input) {
  if (names_a_file(input) || asks_for_much(input)) return;  // files have targets of their own
  check_topology(*topology::parse_topology(argument(input)));
}

void hwloc_xml(std::string_view input) {
  topology::try_machine_files_in_child();
  const MemoryFile file(input);
  check_topology(*topology::parse_topology("hwloc:" + file.path()));
  const topology::Devices devices = topology::devices_of(topology::Machine::with_devices(file.path()));
  require(devices.nics.size() >= topology::rails_of(devices).size(), "a rail has a network card");
}

/// Of a machine that most inputs are no difference from: refused then, and the machine stays as it is.
void hwloc_difference(std::string_view input) {
  topology::try_machine_files_in_child();  // as the command does
  static const topology::Machine machine = topology::Machine::synthetic("pack:2 [numa] core:2 pu:1");
  const MemoryFile file(input);
  const topology::MachineDifference difference(file.path());
  require(!difference.base().empty(), "a difference names what it is from");
  difference.apply_to_copy_of(machine);
}

/// Whether a line is about a whole tree of many leaves. Other shapes take no memory, nor do parts of trees.
bool describes_much(std::string_view text) {
  for (const std::string& line : wire::lines(text)) {
    if (line.find("-1") != std::string::npos &&
        (line.find("tree") != std::string::npos || line.find("alltoall") != std::string::npos) && asks_for_much(line))
      return true;
  }
  return false;
}

/// A hierarchical description: what is read is written, and read again.
void hierarchy(std::string_view input) {
  if (describes_much(input)) return;
  const MemoryFile file(input);
  const GivenTopology given = topology::read_topology("hierarchy:" + file.path());
  check_topology(*given.topology);
  const MemoryFile written(topology::hierarchy_text(given));
  const GivenTopology again = without_error("what was written can be read",
                                            [&] { return topology::read_topology("hierarchy:" + written.path()); });
  require(again.topology->slots() == given.topology->slots(), "no slot is lost on the way");
  require(again.hosts.names == given.hosts.names && again.hosts.begin == given.hosts.begin, "nor a host");
  const Slot last = given.topology->slots() - 1;
  require(again.topology->distance(0, last) == given.topology->distance(0, last), "distances stay");
}

/// Which vertices of a graph are hosts (a line, "all" for none said), and the graph as METIS has it.
void link_graph(std::string_view input) {
  const std::size_t end = std::min(input.find('\n'), input.size());
  const std::string hosts(input.substr(0, end));
  const MemoryFile file(input.substr(std::min(end + 1, input.size())));
  check_topology(
      topology::graph_topology(formats::read_metis(file.path()), hosts == "all" ? std::nullopt : std::optional(hosts)));
}

/// Latency and bandwidth of levels, as a file and as the numbers themselves.
void level_costs(std::string_view input) {
  const MemoryFile file(input);
  const auto arities = {std::uint64_t{2}, std::uint64_t{2}, std::uint64_t{2}};
  const TreeTopology tree = TreeTopology::regular(arities);
  for (const std::string& given : {argument(input), file.path()}) {
    if (given.starts_with('/') && given != file.path()) continue;  // a file of this machine
    try {
      for (const evaluation::LinkCost& cost : evaluation::costs_of(tree, evaluation::read_level_costs(given)).levels) {
        require(cost.latency >= 0 && cost.bandwidth > 0, "costs are not negative");
      }
    } catch (const InputError&) {  // the one is rarely the other
    }
  }
}

void cartesian_spec(std::string_view input) {
  const CartesianPattern pattern = parse_cart_spec(argument(input));
  if (pattern.cells() * static_cast<std::int64_t>(pattern.dimensions()) > 1 << 16) return;
  require(to_affinity(pattern).roles() == static_cast<std::uint64_t>(pattern.cells()), "a grid has a role a cell");
}

void parallel_spec(std::string_view input) {
  const TrainingPattern pattern = parse_parallel_spec(argument(input));
  if (pattern.processes() > 1 << 12) return;
  require(to_affinity(pattern).roles() == pattern.processes(), "a training job has a role a process");
}

/// One process a line: host, tab, place inside it.
void places(std::string_view input) {
  std::vector<ProcessLocation> processes;
  for (const std::string& line : wire::lines(input)) {
    const auto tab = std::min(line.find('\t'), line.size());
    processes.push_back({line.substr(0, tab), line.substr(std::min(tab + 1, line.size()))});
  }
  const topology::JobTopology job = topology::build_job_topology(processes);
  check_topology(job.tree);
  require(job.slot_of_process.size() == processes.size(), "every process has a slot");
  require_each_once(job.slot_of_process);
  require_each_once(job.process_of_slot);
}

/// One list of CPUs a line; what is said of it must be a place.
void cpu_lists(std::string_view input) {
  static const topology::Machine machine = topology::Machine::synthetic("pack:2 [numa] l3:2 core:4 pu:2");
  std::vector<ProcessLocation> processes;
  for (const std::string& path : topology::locate_cpusets(machine, wire::lines(input)))
    processes.push_back({"host", path});
  if (processes.empty()) return;
  without_error("what is located is a place", [&] { return topology::build_job_topology(processes); });
}

}  // namespace topomorph::fuzz
