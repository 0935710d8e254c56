// Where the processes of a job are.
#include "reorder/locate.h"

#include <algorithm>
#include <map>

#include "core/wire/frame_io.h"
#include "plugin/interception/handles.h"
#include "real_mpi.h"
#include "reorder/binding.h"
#include "reorder/engine_client.h"
#include "reorder/together.h"

namespace topomorph::reorder {
namespace {

std::vector<std::string> ask_for_paths(const Strings& cpusets) {
  std::string text;
  for (std::size_t p = 0; p < cpusets.size(); ++p) {
    text.append(cpusets[p]).append("\n");
  }
  wire::Buffer request;
  wire::append_text(request, wire::FrameType::Cpusets, text);
  Engine engine({"locate"});
  engine.send(request);
  const wire::Buffer answer = engine.finish();
  const auto frame = wire::FrameReader(answer).next();
  if (!frame || frame->type != wire::FrameType::Paths) {
    throw InputError("engine " + engine_path() + ": no Paths in its answer");
  }
  return wire::lines(wire::text(*frame));
}

bool tell_apart(const Strings& cpusets) {
  for (std::size_t p = 1; p < cpusets.size(); ++p) {
    if (cpusets[p] != cpusets[0]) {
      return true;
    }
  }
  return false;
}

/// Paths of the host's processes, on its first, or of nobody elsewhere; sets `problem` where they should be known and
/// are not.
std::vector<std::string> paths_of(const Strings& cpusets, std::string& problem) {
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

std::string encode(const Place& place) {
  std::string problem = place.problem.substr(0, 512);
  std::replace(problem.begin(), problem.end(), '\t', ' ');
  return std::to_string(place.process) + "\t" + std::to_string(place.leader) + "\t" + place.host + "\t" + place.path +
         "\t" + place.network + "\t" + problem;
}

/// Cuts the next field off.
std::string next_field(std::string& line) {
  const auto tab = line.find('\t');
  std::string field = line.substr(0, tab);
  line.erase(0, tab == std::string::npos ? line.size() : tab + 1);
  return field;
}

/// Builds the payload of Locations; hosts of the same name get their leader's rank behind it.
class Combiner {
 public:
  void add(std::string line) {
    places_.processes.push_back(std::stoull(next_field(line)));
    const std::string leader = next_field(line);
    std::string host = next_field(line);
    const std::string path = next_field(line), network = next_field(line);
    if (leader_of_.emplace(host, leader).first->second != leader) {
      host += "#" + leader;
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
  Places places() { return std::move(places_); }

 private:
  std::map<std::string, std::string> leader_of_;
  Places places_;
};

std::uint64_t process_number() {
  int rank = 0;
  real::Comm_rank(handles::comm_world(), &rank);
  return static_cast<std::uint64_t>(rank);
}

/// Among the processes of one host: its first asks for all of them. Throws on all of them if `describe`, which fills in
/// what a process knows of its own place, fails on one.
void ask_for_path(const OwnComm& host, const std::function<void()>& describe, Place& place) {
  const Strings cpusets = gather_strings(host, [&] {
    describe();
    return place.cpuset;
  });
  place.path = scatter_strings(host, [&] { return paths_of(cpusets, place.problem); });
}

/// The rank in `comm` of the first process of `host`. Local.
std::uint64_t first_of(const OwnComm& host, const OwnComm& comm) {
  constexpr int kFirst = 0;
  int rank = comm.rank();
  MPI_Group all = handles::group_null(), here = handles::group_null();
  if (real::Comm_group(comm.get(), &all) != MPI_SUCCESS) throw GivenUp("MPI_Comm_group failed");
  if (real::Comm_group(host.get(), &here) == MPI_SUCCESS) {
    real::Group_translate_ranks(here, 1, &kFirst, all, &rank);
    real::Group_free(&here);
  }
  real::Group_free(&all);
  return static_cast<std::uint64_t>(rank);
}

void describe(Place& place) {
  place.host = host_name();
  place.cpuset = cpu_list();
  place.network = batch_address();
  place.process = process_number();
}

}  // namespace

Place locate(const OwnComm& comm) {
  Place place;
  const OwnComm host = OwnComm::host_of(comm);
  together(comm, [&] {  // what the processes of one host give up together, those of the others must know
    if (!host.valid()) throw GivenUp("MPI_Comm_split_type failed");
    ask_for_path(host, [&] { describe(place); }, place);
    place.leader = first_of(host, comm);
  });
  return place;
}

Places gather_places(const OwnComm& comm, const Place& mine) {
  const Strings lines = gather_strings(comm, [&] { return encode(mine); });
  Combiner combiner;
  together(comm, [&] {
    for (std::size_t p = 0; p < lines.size(); ++p) {
      combiner.add(std::string(lines[p]));
    }
  });
  return combiner.places();
}

}  // namespace topomorph::reorder
