// The questions of topomorph doctor that only an MPI program can answer.
#include "tools/measure/greeting.h"

#include <array>
#include <cstdio>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>
#include <mpi.h>
#include <nlohmann/json.hpp>
#include <sched.h>

#include "core/base/json_text.h"
#include "core/base/library_name.h"
#include "tools/measure/gathering.h"

namespace topomorph::measure {

namespace {

std::string built_with() {
#if defined(OPEN_MPI)
  return fmt::format("Open MPI {}.{}.{}", OMPI_MAJOR_VERSION, OMPI_MINOR_VERSION, OMPI_RELEASE_VERSION);
#elif defined(MPICH_VERSION)
  return "MPICH " MPICH_VERSION;
#else
  return "an MPI library that does not say its name";
#endif
}

std::string found() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  return short_library_name(text.data());
}

void print(const nlohmann::ordered_json& json) { std::puts(json_text(json).c_str()); }

}  // namespace

void print_library() {
  nlohmann::ordered_json about = {{"built", built_with()}, {"found", found()}};
  if (void* const unwrapped = dlsym(RTLD_DEFAULT, "tm_unwrapped_function")) {
    const char* const function = reinterpret_cast<const char* (*)()>(unwrapped)();
    about["unwrapped"] = function == nullptr ? "" : function;
  }
  if (void* const internals = dlsym(RTLD_DEFAULT, "tm_internals_are_known")) {
    about["internals"] = reinterpret_cast<int (*)()>(internals)() != 0;
  }
  print(about);
}

void print_texts(const std::string& text) {
  std::vector<char> mine(text.begin(), text.end());
  mine.push_back('\0');
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::vector<char> all = gather<char>(MPI_COMM_WORLD, mine);
  if (rank != 0) return;
  std::vector<std::string> said;
  for (std::size_t at = 0; at < all.size(); at += said.back().size() + 1) said.emplace_back(all.data() + at);
  print({{"said", said}});
}

void print_cpus() {
  constexpr int kWords = 256;
  int rank = 0, processes = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const std::vector<int> sent(kWords, rank);
  std::vector<int> received(kWords, -1);
  const int next = (rank + 1) % processes, previous = (rank + processes - 1) % processes;
  MPI_Sendrecv(sent.data(), kWords, MPI_INT, next, 0, received.data(), kWords, MPI_INT, previous, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  cpu_set_t set;
  CPU_ZERO(&set);
  const bool good = received.back() == previous && sched_getaffinity(0, sizeof set, &set) == 0;
  const std::vector<int> cpus = gather<int>(MPI_COMM_WORLD, {good ? CPU_COUNT(&set) : 0});
  if (rank == 0) print({{"cpus", cpus}});
}

}  // namespace topomorph::measure
