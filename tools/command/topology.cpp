// topomorph topology: describes a topology, or measures its links.
#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "core/base/error.h"
#include "tools/command/topology_question.h"
#include "tools/command/verbs.h"
#include "tools/programs/companions.h"

namespace topomorph::command {

namespace {

struct Options {
  std::string topology, output, save;
  bool measure = false, json = false, pairs = false;
  TopologyQuestion question;
  const CLI::Option* topology_option = nullptr;
};

/// Executes the MPI program, so that a job of this verb becomes a job of that program.
int measure(const Options& options) {
  const std::string program = programs::links_program_path();
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

int run(const Options& options) {
  if (options.topology.empty() && options.topology_option->count() > 0) {
    throw InputError("--topology: found an empty text, expected KIND:... (without the option: this host)");
  }
  if (options.measure) return measure(options);
  if (!options.save.empty()) throw InputError("--save: found without --measure, expected with it");
  if (options.pairs) throw InputError("--pairs: found without --measure, expected with it");
  if (!options.output.empty() && !options.question.writes()) {
    throw InputError("-o: found without --measure or --export, expected with one of them");
  }
  TopologyQuestion question = options.question;
  question.topology = options.topology;
  question.output = options.output;
  question.json = options.json;
  return answer(question);
}

}  // namespace

Action declare_topology(CLI::App& app, char**) {
  auto options = std::make_shared<Options>();
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
  add_topology_question(app, options->question);
  return [options] { return run(*options); };
}

}  // namespace topomorph::command
