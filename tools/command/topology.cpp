// topomorph topology: describes a topology, or measures its links.
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/evaluation/cost_model.h"
#include "core/model/tree.h"
#include "core/topology/drawing/draw.h"
#include "core/topology/export/export.h"
#include "core/topology/export/summary.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/sources/hwloc/machine.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"
#include "core/topology/spec.h"
#include "tools/command/device_report.h"
#include "tools/command/places.h"
#include "tools/command/verbs.h"
#include "tools/output/message.h"
#include "tools/programs/backs.h"

namespace topomorph::command {

namespace {

/// The question. Beside topology, output and json at most one member is set, or those of --measure.
struct TopologyOptions {
  std::string topology;  ///< empty: this host
  std::string output;    ///< of the export or the measured costs; empty: stdout
  std::string save, format, drawing, check, distances;
  std::string slots;  ///< of the export; empty: all
  std::vector<std::string> distance;
  bool measure = false, json = false, pairs = false;
  const CLI::Option* topology_option = nullptr;

  bool exports() const { return !format.empty(); }
};

GivenTopology this_host() {
  GivenTopology given{std::make_shared<TreeTopology>(topology::tree_of(topology::Machine::this_host())), {}, {}};
  std::array<char, 256> name = {};
  if (gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0') {
    given.hosts = {{name.data()}, {0, given.topology->slots()}};
  }
  return given;
}

void write_file(const std::string& path, const std::function<void(const topology::Output&)>& write) {
  AtomicFile file(path);
  write([&file](std::string_view text) { file.write(text); });
  file.commit();
}

/// Returns the slots of a job as a part of the whole machine.
GivenTopology part_of_slots(const GivenTopology& given, const std::string& slots) {
  GivenTopology part;
  const std::vector<Slot> kept = parse_slots(slots, given);
  part.topology = std::make_shared<topology::RestrictedTopology>(given.topology, kept);
  for (std::size_t i = 0; i < kept.size() && !given.speeds.empty(); ++i) part.speeds.push_back(given.speeds[kept[i]]);
  return part;
}

int exported(const TopologyOptions& question, const GivenTopology& whole) {
  const topology::ExportFormat& format = topology::export_format(question.format);
  const GivenTopology given = question.slots.empty() ? whole : part_of_slots(whole, question.slots);
  if (question.output.empty()) {
    format.write(given, [](std::string_view text) { output::print(text); });
  } else {
    write_file(question.output, [&](const topology::Output& output) { format.write(given, output); });
  }
  if (!given.speeds.empty() && !format.has_speeds) {
    output::message(fmt::format("the format {} has no speeds of slots: they are left out", format.name));
  }
  return 0;
}

/// Refuses the endings of other formats.
void check_drawing(const std::string& path) {
  if (!path.ends_with(".svg") && !path.ends_with(".SVG")) {
    throw InputError(fmt::format("--draw: found \"{}\", expected the name of a file that ends in .svg", path));
  }
}

int drawn(const TopologyOptions& question, const GivenTopology& given) {
  const std::string picture = topology::draw(given);
  write_file(question.drawing, [&picture](const topology::Output& output) { output(picture); });
  return 0;
}

int checked(const TopologyOptions& question, const GivenTopology& given) {
  const std::vector<std::string> job = hosts_of_job(question.check);
  const std::vector<std::string> missing = missing_hosts(job, given);
  if (question.json) {
    output::print(json_text(nlohmann::ordered_json({{"hosts", job.size()}, {"missing", missing}})) + "\n");
  } else {
    for (const std::string& host : missing) output::print(host + "\n");
  }
  if (missing.empty()) {
    output::message(fmt::format("all {} hosts are in the topology", job.size()));
    return 0;
  }
  output::message(fmt::format("{} of {} hosts are not in the topology", missing.size(), job.size()));
  return output::kFailed;
}

int measured_distance(const TopologyOptions& question, const GivenTopology& given) {
  std::vector<Place> ends;
  for (const std::string& end : question.distance) {
    const std::vector<Place> places = parse_places("--distance", end, given);
    if (places.size() != 1) throw InputError(fmt::format("--distance: found \"{}\", expected one host or slot", end));
    ends.push_back(places[0]);
  }
  const std::uint64_t distance = given.topology->distance(ends[0].slot, ends[1].slot);
  if (question.json) {
    output::print(
        json_text(nlohmann::ordered_json({{"from", ends[0].name}, {"to", ends[1].name}, {"distance", distance}})) +
        "\n");
  } else {
    output::print(fmt::format("{}\n", distance));
  }
  return 0;
}

int listed_distances(const TopologyOptions& question, const GivenTopology& given) {
  const std::vector<Place> places = parse_places("--distances", question.distances, given);
  output::print(question.json ? distances_json(*given.topology, places) : distances_text(*given.topology, places));
  return 0;
}

/// Returns "scotch|slurm|...".
std::string export_names() {
  std::string names;
  for (const topology::ExportFormat& format : topology::export_formats())
    names += fmt::format("{}{}", names.empty() ? "" : "|", format.name);
  return names;
}

/// Allows one answer a call: several would be mixed on stdout.
void check_single(const TopologyOptions& question) {
  std::string asked;
  const std::pair<const char*, bool> options[] = {{"--export", !question.format.empty()},
                                                  {"--draw", !question.drawing.empty()},
                                                  {"--check", !question.check.empty()},
                                                  {"--distance", !question.distance.empty()},
                                                  {"--distances", !question.distances.empty()}};
  for (const auto& [name, given] : options) {
    if (!given) continue;
    if (!asked.empty()) throw InputError(fmt::format("{}: found {} too, expected one of them", asked, name));
    asked = name;
  }
  if (!question.slots.empty() && question.format != "scotch") {
    throw InputError("--slots: found without --export scotch, expected with it");
  }
}

/// Declares the options of questions.
void add_questions(CLI::App& app, TopologyOptions& question) {
  app.add_option("--export", question.format, "write the topology in this format, to stdout or -o FILE")
      ->type_name(export_names());
  app.add_option("--slots", question.slots,
                 "for --export scotch: write only these slots, e.g. 0-3,8 or resources:FILE (netloc's)")
      ->type_name("LIST");
  app.add_option("--draw", question.drawing, "draw the topology as this SVG file")->type_name("FILE.svg");
  app.add_option("--check", question.check,
                 "list the hosts of a job that the topology lacks; a hostfile, or a list as n[0-3],m1")
      ->type_name("FILE|LIST");
  app.add_option("--distance", question.distance, "print the distance of two hosts or slots")
      ->expected(2)
      ->type_name("PLACE PLACE");
  app.add_option("--distances", question.distances, "print a table of distances of hosts or slots, as n[0-3] or 0-3,8")
      ->type_name("LIST");
}

/// Returns the level of a tree whose nodes count as hosts, unless it has that name; for trees whose hosts have no
/// names.
std::string hosts_line(const GivenTopology& given) {
  const TreeTopology* tree = as_tree(*given.topology);
  if (tree == nullptr || tree->levels() == 1 || !given.hosts.names.empty()) return {};
  if (evaluation::has_unknown_hosts(*tree)) return "hosts: unknown, any level may have them\n";
  const std::size_t level = evaluation::host_level_of(*tree);
  if (level == tree->levels() || tree->level(level).name == "host") return {};
  return fmt::format("hosts: the {} nodes of {}\n", tree->nodes(level), level_name(*tree, level));
}

/// Returns the level whose nodes are the hosts, counted from the slots up; 0: every slot; nothing if it is unknown.
std::optional<std::size_t> host_level_in(const GivenTopology& given, const TreeTopology& tree) {
  if (!given.hosts.begin.empty()) return level_of_hosts(tree, given.hosts.begin);
  if (evaluation::has_unknown_hosts(tree)) return std::nullopt;
  return evaluation::host_level_of(tree);
}

/// Returns the description, of a tree with the member "host_level": null if it is unknown; of a machine with the member
/// "devices".
std::string described_as_json(const GivenTopology& given, const std::optional<MachineOfSpec>& machine) {
  nlohmann::ordered_json json = topology::summary_json(given);
  if (const TreeTopology* tree = as_tree(*given.topology)) {
    json["host_level"] = nullptr;
    if (const auto level = host_level_in(given, *tree)) json["host_level"] = *level;
  }
  if (machine) json["devices"] = devices_json(*machine);
  return json_text(json) + "\n";
}

int described(const TopologyOptions& question, const GivenTopology& given) {
  const std::optional<MachineOfSpec> machine = machine_with_devices(question.topology);
  if (question.json) {
    output::print(described_as_json(given, machine));
  } else {
    output::print(topology::summary_text(given) + hosts_line(given) + (machine ? devices_text(*machine) : ""));
  }
  return 0;
}

/// Prints the answer on stdout or writes it to a file. Returns the exit status: kFailed if --check finds a host
/// missing.
int answer(const TopologyOptions& question) {
  check_single(question);
  if (question.exports()) topology::export_format(question.format);  // before files are read
  if (!question.drawing.empty()) check_drawing(question.drawing);
  const GivenTopology given = question.topology.empty() ? this_host() : topology::read_topology(question.topology);
  for (const std::string& note : given.notes) output::message(note);
  if (question.exports()) return exported(question, given);
  if (!question.drawing.empty()) return drawn(question, given);
  if (!question.check.empty()) return checked(question, given);
  if (!question.distance.empty()) return measured_distance(question, given);
  if (!question.distances.empty()) return listed_distances(question, given);
  return described(question, given);
}

/// Executes the MPI program, so that a job of this verb becomes a job of that program.
int run_measurement(const TopologyOptions& options) {
  const std::string program = programs::links_program_for(programs::kind_of_job());
  if (program.empty()) {
    throw InputError("--measure: topomorph-links is not installed in ../libexec/topomorph");
  }
  std::vector<std::string> words = {program};
  if (options.json) words.push_back("--json");
  if (options.pairs) words.push_back("--pairs");
  if (!options.output.empty()) words.insert(words.end(), {"--output", options.output});
  if (!options.save.empty()) words.insert(words.end(), {"--save", options.save});
  if (!options.topology.empty()) words.insert(words.end(), {"--topology", options.topology});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  throw InputError(fmt::format("--measure: cannot run {}: {}", program, std::strerror(errno)));
}

int run_topology(const TopologyOptions& options) {
  if (options.topology.empty() && options.topology_option->count() > 0) {
    throw InputError("--topology: found an empty text, expected KIND:... (without the option: this host)");
  }
  if (options.measure) return run_measurement(options);
  if (!options.save.empty()) throw InputError("--save: found without --measure, expected with it");
  if (options.pairs) throw InputError("--pairs: found without --measure, expected with it");
  if (!options.output.empty() && !options.exports()) {
    throw InputError("-o: found without --measure or --export, expected with one of them");
  }
  return answer(options);
}

}  // namespace

Action declare_topology(CLI::App& app, char**) {
  auto options = std::make_shared<TopologyOptions>();
  options->topology_option =
      app.add_option("--topology", options->topology, "as for topomorph map (default: this host)")
          ->type_name("TOPOLOGY");
  app.add_flag("--measure", options->measure,
               "time latency and bandwidth of each level and find the groups of hosts, under mpirun with a process on "
               "every core of interest; compares the groups with --topology or Slurm");
  app.add_option("-o,--output", options->output,
                 "write the measured costs (for --level-costs and TOPOMORPH_LEVEL_COSTS) or the export to this file")
      ->type_name("FILE");
  app.add_option("--save", options->save, "write the measured tree of hosts to this file, for measured:FILE")
      ->type_name("FILE");
  app.add_flag("--pairs", options->pairs, "print the measured values of each pair of hosts");
  app.add_flag("--json", options->json, "print as JSON");
  add_questions(app, *options);
  return [options] { return run_topology(*options); };
}

}  // namespace topomorph::command
