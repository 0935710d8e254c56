// topomorph topology: what a topology looks like, and what its links are worth.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "core/support/error.h"
#include "core/topology/hwloc/machine.h"
#include "core/topology/spec.h"
#include "tools/topomorph/level_name.h"
#include "tools/topomorph/message.h"
#include "tools/topomorph/verb.h"

namespace topomorph::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
  std::string topology, output;
  bool measure = false, json = false;
};

/// The measuring program beside this one, as installed or as built.
std::string links_program() {
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* folder : {TOPOMORPH_LIBEXECDIR_FROM_BINDIR, "../libexec"}) {
    const fs::path program = (here / folder / "topomorph" / "topomorph-links").lexically_normal();
    if (fs::exists(program, error)) return program.string();
  }
  throw InputError("--measure: topomorph-links is not in ../libexec/topomorph beside this program");
}

/// Becomes the MPI program: what starts many of this verb starts many of that.
int measure(const Options& options) {
  if (!options.topology.empty()) throw InputError("--measure: found --topology, expected the job's own hosts");
  const std::string program = links_program();
  std::vector<std::string> words = {program};
  if (options.json) words.push_back("--json");
  if (!options.output.empty()) words.insert(words.end(), {"--output", options.output});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  throw InputError(fmt::format("--measure: cannot run {}: {}", program, std::strerror(errno)));
}

std::string as_text(const Topology& topology) {
  std::string text = fmt::format("{}\n{} slots\n", topology.describe(), topology.slots());
  const auto* tree = dynamic_cast<const TreeTopology*>(&topology);
  for (std::size_t l = tree == nullptr ? 0 : tree->levels(); l >= 1; --l) {
    text += fmt::format("  {:<12} {:>8} node{:<1} distance {}\n", level_name(*tree, l), tree->nodes(l),
                        tree->nodes(l) == 1 ? "" : "s", tree->level(l).distance);
  }
  return text;
}

std::string as_json(const Topology& topology) {
  nlohmann::ordered_json json = {{"description", topology.describe()}, {"slots", topology.slots()}};
  json["levels"] = nlohmann::ordered_json::array();
  const auto* tree = dynamic_cast<const TreeTopology*>(&topology);
  for (std::size_t l = tree == nullptr ? 0 : tree->levels(); l >= 1; --l) {
    json["levels"].push_back(
        {{"name", level_name(*tree, l)}, {"nodes", tree->nodes(l)}, {"distance", tree->level(l).distance}});
  }
  return json.dump() + "\n";
}

int run(const Options& options) {
  if (options.measure) return measure(options);
  if (!options.output.empty()) throw InputError("-o: found without --measure, expected with it");
  const std::shared_ptr<const Topology> topology = options.topology.empty()
                                                 ? std::make_shared<const TreeTopology>(tree_of(Machine::this_host()))
                                                 : parse_topology(options.topology);
  print(options.json ? as_json(*topology) : as_text(*topology));
  return 0;
}

}  // namespace

Action declare_topology(CLI::App& app, char**) {
  auto options = std::make_shared<Options>();
  app.add_option("--topology", options->topology, "as for topomorph map (default: this host)");
  app.add_flag("--measure", options->measure,
               "time latency and bandwidth of each level, under mpirun with a process on every core of interest");
  app.add_option("-o,--output", options->output,
                 "write what was measured there, for --level-costs and TOPOMORPH_LEVEL_COSTS");
  app.add_flag("--json", options->json, "print as JSON");
  return [options] { return run(*options); };
}

}  // namespace topomorph::cli
