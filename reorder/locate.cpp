// Reads the places of processes from the system, the launcher and the batch system, and collects them by host.
#include "reorder/locate.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/number.h"
#include "core/wire/frame_io.h"
#include "core/wire/gpu_signs.h"
#include "reorder/host_peers.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/collective_step.h"
#include "reorder/steps/messages.h"
#include "reorder/steps/own_comm.h"
#include "reorder/steps/this_process.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"
#include "runtime/process/engine_client.h"
#include "runtime/process/gpu_signs.h"
#include "runtime/process/message.h"
#include "runtime/process/phase_timer.h"
#include "runtime/process/pmix.h"
#include "runtime/process/processors.h"

namespace topomorph::reorder {
namespace {

/// Returns what Slurm tells of the path to this host: "top.sp0.s1.n3 switch.switch.switch.node" (SLURM_TOPOLOGY_ADDR
/// and SLURM_TOPOLOGY_ADDR_PATTERN), or only "n3 node"; empty outside of Slurm. Needs no privilege and no answer from
/// others.
std::string batch_address() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  std::string_view address = variable("SLURM_TOPOLOGY_ADDR"), pattern = variable("SLURM_TOPOLOGY_ADDR_PATTERN");
  if (address.empty() || pattern.empty()) {  // Slurm without a topology plugin still names the node
    address = variable("SLURMD_NODENAME");
    pattern = "node";
  }
  std::string text(address);
  text.append(" ").append(pattern);
  constexpr std::size_t kLongest = 1024;  // limits what an arbitrary environment may contain
  const bool sound = !address.empty() && text.size() <= kLongest &&
                     std::all_of(text.begin(), text.end(), [](unsigned char c) { return c >= ' ' && c != 0x7f; });
  return sound ? text : std::string();
}

/// Returns the engine's line for each process: path, and what it says of its GPU.
std::vector<std::string> ask_for_paths(const std::vector<std::string>& cpusets, const std::vector<std::string>& signs) {
  std::string text;
  for (std::size_t p = 0; p < cpusets.size(); ++p) {
    text.append(cpusets[p]).append(signs[p].empty() ? "" : "\t").append(signs[p]).append("\n");
  }
  wire::Buffer request;
  wire::append_text(request, wire::FrameType::Cpusets, text);
  process::Engine engine({"locate"});
  engine.send(request);
  const wire::Buffer answer = engine.finish();
  const auto frame = wire::FrameReader(answer).next();
  if (!frame || frame->type != wire::FrameType::Paths) {
    throw InputError("engine " + process::engine_path() + ": no Paths in its answer");
  }
  return wire::lines(wire::text(*frame));
}

bool tell_apart(const std::vector<std::string>& cpusets) {
  return std::adjacent_find(cpusets.begin(), cpusets.end(), std::not_equal_to<>()) != cpusets.end();
}

bool tell_of_gpus(const std::vector<std::string>& signs) {
  return std::any_of(signs.begin(), signs.end(), [](const std::string& sign) { return !sign.empty(); });
}

/// Removes the next field and returns it.
std::string next_field(std::string& line) {
  const auto tab = line.find('\t');
  std::string field = line.substr(0, tab);
  line.erase(0, tab == std::string::npos ? line.size() : tab + 1);
  return field;
}

/// Fills in what a process knows of its own place, and returns it as a line.
std::string describe(const OwnComm& comm, Place& place) {
  place.host = host_name();
  place.cpuset = cpu_list();
  place.network = batch_address();
  const int process = runtime::rank_in(handles::comm_world());  // as the launcher numbers it
  return std::to_string(comm.rank()) + "\t" + std::to_string(process) + "\t" + place.host + "\t" + place.network +
         "\t" + process::gpu_signs() + "\t" + place.cpuset;
}

std::string in_one_line(std::string problem) {
  std::replace_if(
      problem.begin(), problem.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
  return problem.substr(0, 512);
}

/// The processes of one host.
struct HostPlaces {
  std::vector<std::string> ranks, processes, hosts, networks, signs, cpusets, paths, gpus, far;
  std::string problem;     ///< why paths are missing
  std::string processors;  ///< of all its processes, as ProcessLocation::processors has them

  explicit HostPlaces(const std::vector<std::string>& described) {
    for (std::string line : described) {
      for (auto* column : {&ranks, &processes, &hosts, &networks, &signs}) column->push_back(next_field(line));
      cpusets.push_back(line);
    }
    if (tell_apart(cpusets) || tell_of_gpus(signs)) ask();
    for (auto* column : {&paths, &gpus, &far}) column->resize(cpusets.size());
    processors = process::own_processors(cpu_list_text(all_cpus()));
  }

  /// Returns one line for each process: rank, process, rank of the host's first process, host, path, network, gpu, how
  /// it runs far from it; and in the line of the first one the host's processors and problem.
  std::string lines() const {
    std::string text;
    for (std::size_t p = 0; p < ranks.size(); ++p) {
      text += ranks[p] + "\t" + processes[p] + "\t" + ranks[0] + "\t" + hosts[p] + "\t" + paths[p] + "\t" +
              networks[p] + "\t" + gpus[p] + "\t" + far[p] + "\t" + (p == 0 ? processors : "") + "\t" +
              (p == 0 ? in_one_line(problem) : "") + "\n";
    }
    return text;
  }

  /// Returns for each process "PATH<tab>FAR".
  std::vector<std::string> paths_and_far_words() const {
    std::vector<std::string> found;
    for (std::size_t p = 0; p < paths.size(); ++p) found.push_back(paths[p] + "\t" + far[p]);
    return found;
  }

 private:
  /// Returns the CPUs that any of the processes may use; none if one of them does not know its own.
  std::vector<CpuRange> all_cpus() const {
    std::vector<CpuRange> all;
    for (const std::string& list : cpusets) {
      const auto cpus = parse_cpu_ranges(list);
      if (!cpus || cpus->empty()) return {};
      all.insert(all.end(), cpus->begin(), cpus->end());
    }
    return all;
  }

  /// Finds the paths and GPUs. Sets `problem` if they should be known and are not.
  void ask() {
    try {
      for (std::string& line : ask_for_paths(cpusets, signs)) {
        for (auto* column : {&paths, &gpus, &far}) column->push_back(next_field(line));
      }
    } catch (const InputError& error) {
      problem = error.what();
    }
    if (!tell_apart(cpusets)) paths.assign(paths.size(), "");
  }
};

/// Finds the paths of a host's processes; its first process asks for all of them.
void find_path(const HostPeers& host, const OwnComm& comm, Place& place) {
  place.first_of_host = host.is_first();
  std::string found = host.ask_first([&] { return describe(comm, place); },
                                     [&](const std::vector<std::string>& all) {
                                       const HostPlaces places(all);
                                       place.of_host = places.lines();
                                       return places.paths_and_far_words();
                                     });
  place.path = next_field(found);
  place.far_from_gpu = found;
}

/// Builds the payload of Locations. Hosts of the same name get the rank of their first process as a suffix.
class Combiner {
 public:
  explicit Combiner(int ranks) : lines_(static_cast<std::size_t>(ranks)) {}

  void take(std::string_view lines) {
    for (std::string& line : wire::lines(lines)) {
      const std::size_t rank = std::stoull(next_field(line));
      lines_.at(rank) = std::move(line);
    }
  }
  Places places() {
    for (std::string& line : lines_) add(line);
    return std::move(places_);
  }

 private:
  void add(std::string& line) {
    places_.processes.push_back(std::stoull(next_field(line)));
    const std::string first = next_field(line);
    std::string host = next_field(line);
    const std::string path = next_field(line), network = next_field(line), gpu = next_field(line);
    const std::string far = next_field(line), processors = next_field(line);
    if (!far.empty()) note_far(host, far);
    if (first_of_.emplace(host, first).first->second != first) {
      host += "#" + first;
    }
    if (places_.problem.empty() && !line.empty()) {
      places_.problem = host + ": " + line;
    }
    places_.locations += host + "\t" + path;
    if (!network.empty() || !gpu.empty() || !processors.empty()) places_.locations += "\t" + network;
    if (!gpu.empty() || !processors.empty()) places_.locations += "\t" + gpu;
    if (!processors.empty()) places_.locations += "\t" + processors;
    places_.locations += '\n';
  }

  /// Keeps the words of the first, and counts the others. Its rank is the number of its line.
  void note_far(const std::string& host, const std::string& far) {
    if (places_.far_from_gpu++ > 0) return;
    places_.far_words = "rank " + std::to_string(places_.processes.size() - 1) + " on " + host + " " + far;
  }

  std::vector<std::string> lines_;  ///< by rank
  std::map<std::string, std::string> first_of_;
  Places places_;
};

/// Finds this process's place, and returns what went wrong on its host: processes of other hosts must learn of it in
/// the next step over `comm`.
process::FixedString locate_on_host(const OwnComm& comm, Place& place) {
  const HostPeers host(comm);
  return failure_of([&] {
    if (!host.valid()) throw CollectiveError("MPI_Comm_split_type failed");
    find_path(host, comm, place);
  });
}

/// Says once which process runs far from its GPU; only rank 0 knows of one.
void say_far(const Places& places) {
  static bool said = false;
  if (said || places.far_from_gpu == 0) return;
  said = true;
  process::say(places.far_words + wire::others_far_words(places.far_from_gpu - 1));
}

}  // namespace

Place locate(const OwnComm& comm) {
  Place place;
  share_failure(comm, locate_on_host(comm, place));
  return place;
}

Places find_places(const OwnComm& comm, Place& mine, const Question& question) {
  const process::PhaseTimer timer("locate");
  const process::FixedString here = locate_on_host(comm, mine);
  std::optional<Combiner> combiner;
  Places places;
  const auto lines_of_host = [&] {
    if (!here.empty()) throw CollectiveError(here);
    if (comm.rank() == 0) combiner.emplace(comm.size());
    return mine.of_host;
  };
  // By reference: std::function would take memory for a copy of a larger capture, and a lack of memory at this point
  // would not be shared.
  const process::FixedString failure =
      gather_lines(comm, std::cref(lines_of_host), [&](std::string_view lines) { combiner->take(lines); });
  places.answer = collective_maximum(comm, [&] {
    if (!failure.empty()) throw CollectiveError(failure);
    if (!combiner) return std::size_t{0};
    places = combiner->places();
    return question ? question(places) : 0;
  });
  say_far(places);
  return places;
}

}  // namespace topomorph::reorder
