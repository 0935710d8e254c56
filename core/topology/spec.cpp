// Reads topologies as users write them on the command line.
#include "core/topology/spec.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/terminal_text.h"
#include "core/base/text.h"
#include "core/model/tree.h"
#include "core/topology/network_of_machines.h"
#include "core/topology/shapes/graph.h"
#include "core/topology/shapes/short_forms.h"
#include "core/topology/sources/hwloc/machine.h"
#include "core/topology/sources/hwloc/machine_folder.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"
#include "core/topology/sources/infiniband/infiniband.h"
#include "core/topology/sources/measured/network.h"
#include "core/topology/sources/netloc/hierarchy_reader.h"
#include "core/topology/sources/qaplib/qaplib.h"
#include "core/topology/sources/scotch/scotch_file.h"
#include "core/topology/sources/slurm/slurm_file.h"
#include "core/topology/sources/topograph/topograph.h"

namespace topomorph::topology {

namespace {

GivenTopology given_of(const Machine& machine, SlotKind kind) {
  GivenTopology given{std::make_shared<TreeTopology>(tree_of(machine, kind)), {}, {}};
  given.hosts.threads = kind == SlotKind::Thread;
  return given;
}

GivenTopology parse_hwloc(const std::string& text) {
  auto [path, kind] = parse_slots_of(text);
  if (path.ends_with(".diff.xml")) path = base_of_difference(path);
  return given_of(path.empty() ? Machine::this_host() : Machine::from_xml(path), kind);
}

GivenTopology parse_host(const std::string& text) {
  const auto [rest, kind] = parse_slots_of(text);
  if (!rest.empty())
    throw InputError(fmt::format("topology \"host:{}\": found \"{}\", expected nothing or @threads", text, rest));
  return given_of(Machine::this_host(), kind);
}

GivenTopology parse_synthetic(const std::string& given) {
  auto [text, kind] = parse_slots_of(given);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return given_of(Machine::synthetic(text), kind);
}

constexpr bool kPure = false, kFiles = true;  // whether a kind reads files

constexpr auto kKinds = std::to_array<TopologyKind>({
    {"tree:", "tree:ARITY:ARITY:...[@DISTANCE:DISTANCE:...]", read_tree, kPure},
    {"hwloc:", "hwloc:FILE.xml[@threads]", parse_hwloc, kFiles},
    {"host:", "host:[@threads]", parse_host, kPure},
    {"synthetic:", "synthetic:\"pack:2 core:8 pu:1\"[@threads]", parse_synthetic, kPure},
    {"slurm:", "slurm:topology.conf|topology.yaml[#TOPOLOGY]|slurm.conf[#PARTITION]", read_slurm_topology, kFiles},
    {"topograph:", "topograph:FILE.json[?nodes=REQUEST.json]", read_topograph, kFiles},
    {"measured:", "measured:FILE", read_measured_topology, kFiles},
    {"mesh:", "mesh:8x8[@COST:COST]", read_mesh, kPure},
    {"torus:", "torus:2x4x8[@COST:COST:COST]", read_torus, kPure},
    {"hcub:", "hcub:DIMENSIONS", read_hypercube, kPure},
    {"cmplt:", "cmplt:SLOTS", read_complete, kPure},
    {"cmpltw:", "cmpltw:SPEED,SPEED,...", read_weighted_complete, kPure},
    {"tleaf:", "tleaf:ARITY,COST,ARITY,COST,... (from the root down)", read_tree_leaves, kPure},
    {"dragonfly:", "dragonfly:GROUPSxROUTERSxHOSTS[xLINKS][@HOST:LOCAL:GLOBAL]", read_dragonfly, kPure},
    {"graph:", "graph:FILE[@hosts=LIST|@leaves]", read_graph, kFiles},
    {"hierarchy:", "hierarchy:FILE", read_hierarchy, kFiles},
    {"ib:", "ib:PATH[#PARTITION][?hosts=PATTERN,...]", read_infiniband, kFiles},
    {"netloc:", "netloc:FILE-nodes.txt[#PARTITION]", read_infiniband, kFiles},
    {"opa:", "opa:FILE.xml[?hosts=PATTERN,...]", read_infiniband, kFiles},
    {"scotch:", "scotch:FILE", read_scotch, kFiles},
    {"qaplib:", "qaplib:FILE.dat", read_qaplib_topology, kFiles},
});

const TopologyKind* kind_of_spec(std::string_view spec) {
  const auto found = std::find_if(kKinds.begin(), kKinds.end(),
                                  [&](const TopologyKind& kind) { return spec.starts_with(kind.prefix); });
  return found == kKinds.end() ? nullptr : &*found;
}

/// Returns the position of the '+' that separates network and machine, or npos.
std::size_t end_of_network(std::string_view spec) {
  std::size_t plus = spec.find('+');
  while (plus != std::string_view::npos && kind_of_spec(spec.substr(plus + 1)) == nullptr)
    plus = spec.find('+', plus + 1);
  return plus;
}

/// Returns the probable kind of a file whose name was given without a kind, else "".
std::string kind_of_file(const std::string& spec) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(spec, none)) return "";
  const auto ending = std::filesystem::path(spec).extension();
  if (ending == ".json") return "topograph:";
  return ending == ".xml" ? "hwloc:" : ending == ".conf" || ending == ".yaml" ? "slurm:" : "";
}

/// Returns the form of the kind with the most similar name; the names of all kinds if none is similar.
std::string expected_for(const std::string& spec) {
  if (const std::string kind = kind_of_file(spec); !kind.empty()) return kind + spec;
  std::vector<std::string_view> names;
  for (const TopologyKind& kind : kKinds) names.push_back(kind.prefix.substr(0, kind.prefix.size() - 1));
  const std::string_view meant = nearest_word(std::string_view(spec).substr(0, spec.find(':')), names);
  for (const TopologyKind& kind : kKinds) {
    if (!meant.empty() && kind.prefix == std::string(meant) + ":") return std::string(kind.form);
  }
  return fmt::format("one of {}:…", fmt::join(names, ":…, "));
}

void refuse_odd_name(const std::string& spec, std::string_view what, const std::string& name) {
  if (is_fit_for_terminal(name)) return;
  throw InputError(
      fmt::format("topology \"{}\": found {} \"{}\", expected one without control characters", spec, what, name));
}

/// Refuses names that a terminal would obey: files for launchers, and files of exports, have them as they are.
GivenTopology with_names_checked(GivenTopology given, const std::string& spec) {
  for (const std::string& host : given.hosts.names) refuse_odd_name(spec, "host name", host);
  const TreeTopology* tree = as_tree(*given.topology);
  for (std::size_t level = 1; tree != nullptr && level <= tree->levels(); ++level) {
    refuse_odd_name(spec, "name of a level", tree->level(level).name);
  }
  return given;
}

GivenTopology read_one(const std::string& spec) {
  if (const TopologyKind* kind = kind_of_spec(spec))
    return with_names_checked(kind->read(spec.substr(kind->prefix.size())), spec);
  throw InputError("unknown topology \"" + spec + "\", expected " + expected_for(spec));
}

std::string with_absolute_path(const std::string& spec) {
  const TopologyKind* kind = kind_of_spec(spec);
  const std::string name = kind == nullptr ? "" : spec.substr(kind->prefix.size());
  std::error_code none;
  if (name.empty() || !kind->reads_files || !std::filesystem::exists(name, none)) return spec;
  const auto path = std::filesystem::absolute(name, none);
  return none ? spec : std::string(kind->prefix) + path.lexically_normal().string();
}

/// Returns the folder of hwloc:FOLDER[@threads], nothing for other specifications.
std::optional<SlotsOf> folder_of_machines(const std::string& spec) {
  static constexpr std::string_view kHwloc = "hwloc:";
  if (!spec.starts_with(kHwloc)) return std::nullopt;
  std::error_code none;
  const SlotsOf folder = parse_slots_of(std::string_view(spec).substr(kHwloc.size()));
  return std::filesystem::is_directory(folder.text, none) ? std::optional(folder) : std::nullopt;
}

}  // namespace

std::span<const TopologyKind> topology_kinds() { return kKinds; }

GivenTopology read_topology(const std::string& spec) {
  const std::size_t plus = end_of_network(spec);
  if (plus == std::string::npos) return read_one(spec);
  const GivenTopology network = read_one(spec.substr(0, plus));
  const std::string inside = spec.substr(plus + 1);
  const auto folder = folder_of_machines(inside);
  return folder ? compose_from_folder(network, folder->text, folder->kind)
                : compose_given(network, read_topology(inside));
}

std::string with_absolute_paths(const std::string& spec) {
  const std::size_t plus = end_of_network(spec);
  if (plus == std::string::npos) return with_absolute_path(spec);
  return with_absolute_path(spec.substr(0, plus)) + "+" + with_absolute_paths(spec.substr(plus + 1));
}

std::string network_of(const std::string& spec) { return spec.substr(0, end_of_network(spec)); }

std::shared_ptr<const Topology> parse_topology(const std::string& spec) { return read_topology(spec).topology; }

}  // namespace topomorph::topology
