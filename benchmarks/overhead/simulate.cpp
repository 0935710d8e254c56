// Simulates the processes of a large job without MPI: their records, from the real counters, for the real engine.
#include <array>
#include <cstdio>
#include <string>

#include <CLI/CLI.hpp>
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/wire/frame_io.h"
#include "core/wire/raw_writer.h"
#include "monitoring/call.h"
#include "monitoring/counting/collective_model.h"
#include "monitoring/counting/name_lists.h"
#include "monitoring/counting/peer_map.h"
#include "monitoring/counting/roles.h"
#include "monitoring/counting/thread_counters.h"
#include "monitoring/raw_record.h"

namespace {

using namespace topomorph;

/// A box of processes; each exchanges with its neighbours in three dimensions, whose faces have different areas.
struct Box {
  std::array<int, 3> sides{10, 10, 10};
  std::uint64_t exchanged = 0;  ///< bytes from each process to each other one in an all-to-all; 0: no all-to-all
  int size() const { return sides[0] * sides[1] * sides[2]; }
};

constexpr std::array<std::uint64_t, 3> kFaceBytes{8 * 64 * 64, 8 * 64 * 32, 8 * 32 * 32};
constexpr int kSteps = 100;

template <class Visit>
void for_each_neighbour(const Box& box, int rank, Visit visit) {
  for (int axis = 0, stride = 1; axis < 3; stride *= box.sides[static_cast<std::size_t>(axis++)]) {
    const int side = box.sides[static_cast<std::size_t>(axis)], place = rank / stride % side;
    if (place > 0) visit(rank - stride, kFaceBytes[static_cast<std::size_t>(axis)]);
    if (place + 1 < side) visit(rank + stride, kFaceBytes[static_cast<std::size_t>(axis)]);
  }
}

/// Counts the model's messages of MPI_Alltoall as one process of the real library does.
struct Counted final : monitoring::model::Sink {
  void send(monitoring::Side, int peer, std::uint64_t bytes, std::uint64_t messages) override {
    monitoring::ThreadCounters::mine().count(wire::Layer::Collective, false, false, static_cast<std::uint32_t>(peer),
                                             bytes, messages);
  }
  bool exchange(bool inward, std::uint64_t bytes, std::uint64_t alike) override {
    monitoring::ThreadCounters::mine().count_exchange(wire::Layer::Collective, inward, monitoring::groups::kWorld,
                                                      bytes, others, alike);
    return true;
  }
  std::uint64_t others = 0;
};

void exchange(const Box& box, int rank) {
  const monitoring::Call call(runtime::Function::Alltoall, runtime::CallClass::Collective);
  Counted counted;
  counted.others = static_cast<std::uint64_t>(box.size() - 1);
  for (int step = 0; step < kSteps; ++step) {
    monitoring::model::alltoall({rank, box.size(), 0}, box.exchanged, counted);
  }
}

/// Counts the traffic of a process in its time steps.
void communicate(const Box& box, int rank) {
  monitoring::roles::known.mine = rank;
  for_each_neighbour(box, rank, [](int peer, std::uint64_t bytes) {
    const monitoring::Call call(runtime::Function::Isend, runtime::CallClass::P2p);
    monitoring::ThreadCounters::mine().count(wire::Layer::PointToPoint, false, false, static_cast<std::uint32_t>(peer),
                                             bytes, kSteps);
  });
  const monitoring::Call call(runtime::Function::Waitall, runtime::CallClass::Completion);
  if (box.exchanged > 0) exchange(box, rank);
}

void put_text(wire::RawWriter& out, wire::FrameType type, const std::string& text) {
  out.begin(type, text.size());
  out.put(text);
}

void write_record(const Box& box, int rank) {
  communicate(box, rank);
  wire::RawWriter out(STDOUT_FILENO);
  put_text(out, wire::FrameType::Process,
           wire::encode({{"rank", std::to_string(rank)},
                         {"host", "node" + std::to_string(rank / 48)},
                         {"cpuset", std::to_string(rank % 48)},
                         {"path", ""},
                         {"mpi_seconds", "1.0"}}));
  monitoring::write_raw_record(out);
  out.flush();
}

/// Writes all records. Each rank is a process for a moment and so has its own counters.
void write_records(const Box& box) {
  monitoring::Clock::begin();
  monitoring::groups::number_of("0-" + std::to_string(box.size() - 1));
  wire::RawWriter out(STDOUT_FILENO);
  put_text(out, wire::FrameType::Meta,
           wire::encode({{"program", "simulated"},
                         {"arguments", ""},
                         {"ranks", std::to_string(box.size())},
                         {"mpi", "none"},
                         {"date", "2000-01-01T00:00:00Z"},
                         {"collectives", "model"}}));
  out.flush();
  for (int rank = 0; rank < box.size(); ++rank) {
    const pid_t child = fork();
    if (child == 0) write_record(box, rank), _exit(0);
    waitpid(child, nullptr, 0);
  }
  out.begin(wire::FrameType::End, 0);
  out.flush();
}

/// Writes the places of the processes: hosts of 48, in the order of a launcher by node.
void write_locations(const Box& box) {
  const int hosts = (box.size() + 47) / 48;
  std::string text;
  for (int rank = 0; rank < box.size(); ++rank) text += "node" + std::to_string(rank % hosts) + "\t\n";
  wire::RawWriter out(STDOUT_FILENO);
  put_text(out, wire::FrameType::Locations, text);
  out.begin(wire::FrameType::End, 0);
  out.flush();
}

/// Prints the bytes of heap that the counters and the translation of ranks take per peer.
void print_memory(int peers) {
  monitoring::ThreadCounters& counters = monitoring::ThreadCounters::mine();
  monitoring::PeerMap roles;
  const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
  for (int peer = 0; peer < peers; ++peer) {
    counters.count(wire::Layer::PointToPoint, false, false, static_cast<std::uint32_t>(peer), 8, 1);
  }
  const std::size_t between = mallinfo2().uordblks + mallinfo2().hblkhd;
  for (int peer = 0; peer < peers; ++peer) roles.insert(peer, peer);
  const std::size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
  std::printf("{\"counters\": %.1f, \"translation\": %.1f}\n", static_cast<double>(between - before) / peers,
              static_cast<double>(after - between) / peers);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Example: topomorph-simulate records --box 10 10 10 > records");
  app.require_subcommand(1);
  Box box;
  int peers = 1000;
  auto* const records = app.add_subcommand("records", "what the processes of a 3D stencil hand in, as frames");
  records->add_option("--box", box.sides, "processes in each dimension");
  records->add_option("--alltoall", box.exchanged, "and of an all-to-all of all of them: bytes for each other one");
  auto* const locations = app.add_subcommand("locations", "where these processes are, as frames");
  locations->add_option("--box", box.sides, "processes in each dimension");
  auto* const memory = app.add_subcommand("memory", "bytes of heap for each peer, as JSON");
  memory->add_option("--peers", peers, "peers talked to");
  CLI11_PARSE(app, argc, argv);
  if (*records) write_records(box);
  if (*locations) write_locations(box);
  if (*memory) print_memory(peers);
  return 0;
}
