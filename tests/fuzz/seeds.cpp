// Example: fuzz_seeds FOLDER
//
// Writes what the programs themselves write, a folder a target: where mutations of these files begin, all formats are
// met.
#include <filesystem>
#include <fstream>
#include <functional>

#include <fmt/format.h>
#include <hwloc.h>

#include "core/base/error.h"
#include "core/formats/affinity_file.h"
#include "core/formats/profile/writer.h"
#include "core/model/affinity.h"
#include "core/topology/sources/hwloc/machine.h"
#include "core/workload/lublin_feitelson.h"
#include "tests/fuzz/targets.h"

namespace topomorph::fuzz {
namespace {

namespace fs = std::filesystem;
using wire::FrameType;

void write_file(const fs::path& path, std::string_view content) {
  std::ofstream file(path, std::ios::binary);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  if (!file.flush()) throw InputError(path.string(), 0, "cannot be written");
}

std::string_view bytes(const wire::Buffer& buffer) { return {buffer.data(), buffer.size()}; }

void affinities(const fs::path& folder) {
  const std::pair<const char*, const char*> formats[] = {
      {"matrix_market", ".mtx"}, {"metis", ".graph"}, {"scotch", ".grf"}, {"dense_text", ".mat"}, {"csv", ".csv"}};
  for (const auto& [target, ending] : formats) {
    for (const char* grid : {"cart:2x3", "cart:4x4:periodic", "cart:3x3x3:hops"}) {
      formats::write_affinity(formats::read_affinity(grid), (folder / target / (std::string(grid) + ending)).string());
    }
  }
}

constexpr std::uint64_t kRanks = 4;

void append_record(wire::Buffer& buffer, std::uint64_t rank) {
  wire::append_text(buffer, FrameType::Process,
                    fmt::format("rank={}\nhost=node{}\npath=Package:0/Core:{}\ncpuset={}\nmpi_seconds=0.5\n"
                                "topologies=Cart_create 4|0|2|{}*2;Graph_create of 4 processes|0|1|-\n",
                                rank, rank / 2, rank % 2, rank % 2, (rank + 2) % kRanks));
  wire::append_text(buffer, FrameType::Phases, "main\nsolve\n");
  const wire::TrafficRecord traffic[] = {{0, wire::Layer::PointToPoint, rank, (rank + 2) % kRanks, 1 << 20, 10},
                                         {1, wire::Layer::Collective, rank, 0, 8, 1}};
  wire::append_records<wire::TrafficRecord>(buffer, FrameType::Traffic, traffic);
  wire::append_text(buffer, FrameType::Groups, "0-3\n");
  const wire::GroupTrafficRecord groups[] = {{1, wire::Layer::Collective, 0, 0, rank, 300, 3}};
  wire::append_records<wire::GroupTrafficRecord>(buffer, FrameType::GroupTraffic, groups);
  const wire::CallRecord calls[] = {{"MPI_Send", 0, 10, 1 << 20, 12345}, {"MPI_Reduce", 1, 1, 8, 99}};
  wire::append_records<wire::CallRecord>(buffer, FrameType::Calls, calls);
  const wire::SizeRecord sizes[] = {{0, wire::Layer::PointToPoint, 18, 0, 10}, {1, wire::Layer::Collective, 4, 0, 1}};
  wire::append_records<wire::SizeRecord>(buffer, FrameType::Sizes, sizes);
}

void append_records_of_all(wire::Buffer& buffer) {
  for (std::uint64_t rank = 0; rank < kRanks; ++rank) append_record(buffer, rank);
}

void append_meta(wire::Buffer& buffer) {
  wire::append_text(buffer, FrameType::Meta,
                    fmt::format("program=./app\narguments=-n 1\nranks={}\ncollectives=exact\n", kRanks));
}

void append_end(wire::Buffer& buffer) { wire::append_text(buffer, FrameType::End, ""); }

/// The record of a whole job, as the engine gets it, and the profile it makes of it.
void records(const fs::path& folder) {
  wire::Buffer job;
  append_meta(job);
  append_records_of_all(job);
  wire::FrameReader reader(job);
  formats::ProfileWriter writer((folder / "profile" / "app.tmprof").string());
  while (const auto frame = reader.next()) writer.add(*frame);
  writer.commit();
  append_end(job);
  for (const char* target : {"record", "frames"}) write_file(folder / target / "job", bytes(job));

  wire::Buffer part;
  append_meta(part);
  append_record(part, 1);
  append_end(part);
  write_file(folder / "recovery" / "part", bytes(part));
}

void plan(const fs::path& folder, const char* name, char options, const std::function<void(wire::Buffer&)>& append) {
  wire::Buffer request = {options};
  wire::append_text(request, FrameType::Locations, "node0\tCore:0\nnode1\tCore:0\nnode0\tCore:1\nnode1\tCore:1\n");
  append(request);
  append_end(request);
  write_file(folder / "plan_request" / name, bytes(request));
}

void plans(const fs::path& folder) {
  const std::uint64_t members[] = {3, 2, 1, 0}, slots[] = {0, 9, 18, 27};
  const std::int64_t grid[] = {2, 1, 2, 0};
  plan(folder, "records", 0, append_records_of_all);
  plan(folder, "members", 4, [&](wire::Buffer& request) {
    wire::append_records<std::uint64_t>(request, FrameType::Members, members);
    append_records_of_all(request);
  });
  plan(folder, "slots", 1, [&](wire::Buffer& request) {
    wire::append_records<std::uint64_t>(request, FrameType::Slots, slots);
    append_records_of_all(request);
  });
  plan(folder, "torus", 9, append_records_of_all);
  plan(folder, "switches", 0, [&](wire::Buffer& request) {  // the last Locations count
    wire::append_text(request, FrameType::Locations,
                      "node0\t\ttop.s0.n0 switch.switch.node\nnode1\t\ttop.s1.n1 switch.switch.node\n"
                      "node2\t\ttop.s0.n2 switch.switch.node\nnode3\t\ttop.s1.n3 switch.switch.node\n");
    append_records_of_all(request);
  });
  plan(folder, "grid", 2,
       [&](wire::Buffer& request) { wire::append_records<std::int64_t>(request, FrameType::Grid, grid); });
}

void machines(const fs::path& folder) {
  int number = 0;
  for (const char* description : {"pu:1", "pack:2 [numa] core:2 pu:2", "numa:2 l3:2 core:2 pu:1"}) {
    const topology::Machine machine = topology::Machine::synthetic(description);
    const std::string path = (folder / "hwloc_xml" / fmt::format("{}.xml", ++number)).string();
    if (hwloc_topology_export_xml(machine.get(), path.c_str(), 0) != 0) throw InputError(path, 0, "cannot be written");
  }
}

void workloads(const fs::path& folder) {
  workload::write_workload(workload::generate_workload({.jobs = 20, .load = {}}),
                           (folder / "workload" / "model.swf").string());
}

void write_all(const fs::path& folder) {
  for (const Target& target : targets()) fs::create_directories(folder / target.name);
  affinities(folder);
  records(folder);
  plans(folder);
  machines(folder);
  workloads(folder);
}

}  // namespace
}  // namespace topomorph::fuzz

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "Example: fuzz_seeds FOLDER\n");
    return 2;
  }
  topomorph::fuzz::write_all(argv[1]);
  return 0;
}
