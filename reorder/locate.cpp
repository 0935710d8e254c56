// Collects the places of processes by host.
#include "reorder/locate.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "core/wire/frame_io.h"
#include "plugin/process/engine_client.h"
#include "plugin/runtime/handles.h"
#include "plugin/runtime/real_mpi.h"
#include "reorder/binding.h"
#include "reorder/collective_step.h"

namespace topomorph::reorder {
namespace {

std::vector<std::string> ask_for_paths(const std::vector<std::string>& cpusets) {
  std::string text;
  for (const std::string& cpuset : cpusets) {
    text.append(cpuset).append("\n");
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

/// Returns the paths of the host's processes. Sets `problem` if they should be known and are not.
std::vector<std::string> paths_of(const std::vector<std::string>& cpusets, std::string& problem) {
  std::vector<std::string> paths;
  if (tell_apart(cpusets)) {
    try {
      paths = ask_for_paths(cpusets);
    } catch (const InputError& error) {
      problem = error.what();
    }
  }
  paths.resize(cpusets.size());
  return paths;
}

/// Removes the next field and returns it.
std::string next_field(std::string& line) {
  const auto tab = line.find('\t');
  std::string field = line.substr(0, tab);
  line.erase(0, tab == std::string::npos ? line.size() : tab + 1);
  return field;
}

/// Returns the rank in MPI_COMM_WORLD that the launcher gave.
int process_number() {
  int rank = 0;
  real::Comm_rank(handles::comm_world(), &rank);
  return rank;
}

/// Fills in what a process knows of its own place, and returns it as a line.
std::string describe(const OwnComm& comm, Place& place) {
  place.host = host_name();
  place.cpuset = cpu_list();
  place.network = batch_address();
  return std::to_string(comm.rank()) + "\t" + std::to_string(process_number()) + "\t" + place.host + "\t" +
         place.network + "\t" + place.cpuset;
}

std::string in_one_line(std::string problem) {
  std::replace_if(
      problem.begin(), problem.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
  return problem.substr(0, 512);
}

/// The processes of one host.
struct HostPlaces {
  std::vector<std::string> ranks, processes, hosts, networks, cpusets, paths;
  std::string problem;  ///< why paths are missing

  explicit HostPlaces(const Strings& described) {
    for (std::size_t p = 0; p < described.size(); ++p) {
      std::string line(described[p]);
      for (auto* column : {&ranks, &processes, &hosts, &networks}) column->push_back(next_field(line));
      cpusets.push_back(line);
    }
    paths = paths_of(cpusets, problem);
  }
  /// Returns one line for each process: rank, process, rank of the host's first process, host, path, network, problem.
  std::string lines() const {
    std::string text;
    for (std::size_t p = 0; p < ranks.size(); ++p) {
      text += ranks[p] + "\t" + processes[p] + "\t" + ranks[0] + "\t" + hosts[p] + "\t" + paths[p] + "\t" +
              networks[p] + "\t" + (p == 0 ? in_one_line(problem) : "") + "\n";
    }
    return text;
  }
};

/// Finds the paths of a host's processes; its first process asks for all of them.
void find_path(const OwnComm& host, const OwnComm& comm, Place& place) {
  place.first_of_host = host.rank() == 0;
  const Strings all = gather_strings(host, [&] { return describe(comm, place); });
  place.path = scatter_strings(host, [&] {
    HostPlaces places(all);
    place.of_host = places.lines();
    return std::move(places.paths);
  });
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
    const std::string path = next_field(line), network = next_field(line);
    if (first_of_.emplace(host, first).first->second != first) {
      host += "#" + first;
    }
    if (places_.problem.empty() && !line.empty()) {
      places_.problem = host + ": " + line;
    }
    places_.locations += host + "\t" + path;
    if (!network.empty()) {
      places_.locations += "\t" + network;
    }
    places_.locations += '\n';
  }

  std::vector<std::string> lines_;  ///< by rank
  std::map<std::string, std::string> first_of_;
  Places places_;
};

}  // namespace

Place locate(const OwnComm& comm) {
  Place place;
  const OwnComm host = OwnComm::host_of(comm);
  run_collectively(comm, [&] {  // processes of other hosts must learn of a failure on this host
    if (!host.valid()) throw CollectiveError("MPI_Comm_split_type failed");
    find_path(host, comm, place);
  });
  return place;
}

Places gather_places(const OwnComm& comm, const Place& mine) {
  std::optional<Combiner> combiner;
  Places places;
  const auto lines_of_host = [&] {
    if (comm.rank() == 0) combiner.emplace(comm.size());
    return mine.of_host;
  };
  // By reference: std::function would take memory for a copy of a larger capture, and a lack of memory at this point
  // would not be shared.
  process::FixedString failure =
      gather_lines(comm, std::cref(lines_of_host), [&](std::string_view lines) { combiner->take(lines); });
  if (combiner && failure.empty()) failure = failure_of([&] { places = combiner->places(); });
  share_failure(comm, failure);
  return places;
}

}  // namespace topomorph::reorder
