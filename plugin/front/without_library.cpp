// The answers: the truth where there is one, a single process for questions about ranks, an error code otherwise.
#include "plugin/front/without_library.h"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <ctime>

#include <unistd.h>

#include "plugin/front/line.h"
#include "runtime/loading/dynamic_symbols.h"

namespace topomorph::front {
namespace {

// The values of mpi.h in which all MPI libraries agree.
constexpr int kSuccess = 0, kErrComm = 5;
/// Not 0; its class depends on the library.
constexpr int kErrOther = 16;

int no(int* flag) {
  *flag = 0;
  return kSuccess;
}

/// The oldest version that every MPI program of today has.
int version(int* major, int* minor) {
  *major = 3;
  *minor = 1;
  return kSuccess;
}

int library_version(char* text, int* length) {
  static constexpr char kNone[] = "no MPI library";
  std::memcpy(text, kNone, sizeof kNone);
  *length = static_cast<int>(sizeof kNone - 1);
  return kSuccess;
}

/// Answers as in a job of one process. A weak probe of this function alone would have been skipped without this
/// library.
int rank(std::uintptr_t, int* rank) {
  *rank = 0;
  return kSuccess;
}
int size(std::uintptr_t, int* size) {
  *size = 1;
  return kSuccess;
}

double seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
double tick() { return 1e-9; }

long sum(long base, long displacement) { return base + displacement; }
long difference(long end, long begin) { return end - begin; }

[[noreturn]] int end(std::uintptr_t, int code) { _exit(code); }

std::uintptr_t null() { return 0; }

int error() { return kErrOther; }

int no_communicator() { return kErrComm; }
int done() { return kSuccess; }

struct Answer {
  const char* function;
  void* answer;
};

template <class Function>
void* address(Function* function) {
  return reinterpret_cast<void*>(function);
}

const Answer kAnswers[] = {
    {"MPI_Initialized", address(no)},
    {"MPI_Finalized", address(no)},
    {"MPI_Get_version", address(version)},
    {"MPI_Get_library_version", address(library_version)},
    {"MPI_Comm_rank", address(rank)},
    {"MPI_Comm_size", address(size)},
    {"MPI_Wtime", address(seconds)},
    {"MPI_Wtick", address(tick)},
    {"MPI_Aint_add", address(sum)},
    {"MPI_Aint_diff", address(difference)},
    {"MPI_Abort", address(end)},
    {"tm_reorder", address(no_communicator)},
    {"tm_reorder_f", address(no_communicator)},
    {"tm_permutation", address(no_communicator)},
    {"tm_permutation_f", address(no_communicator)},
    {"tm_redistribute", address(no_communicator)},
    {"tm_redistribute_f", address(no_communicator)},
    {"tm_monitor_start", address(done)},
    {"tm_monitor_stop", address(done)},
    {"tm_monitor_reset", address(done)},
    {"tm_phase", address(done)},
    {"tm_unwrapped_function", address(null)},
    {"tm_internals_are_known", address(done)},
};

/// Whether the function returns a handle.
bool gives_handle(const char* function) {
  const std::size_t length = std::strlen(function);
  return length > 4 &&
         (std::strcmp(function + length - 4, "_f2c") == 0 || std::strstr(function, "_fromint") != nullptr);
}

void* known_answer(const char* function) {
  for (const Answer& known : kAnswers) {
    if (std::strcmp(known.function, function) == 0) return known.answer;
  }
  return nullptr;
}

bool is_needed_by_anybody(const char* symbol) {
  for (const link_map* library = loading::first_library(); library != nullptr; library = library->l_next) {
    const loading::DynamicSymbols symbols(*library);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      if (symbols.is_needed(i) && std::strcmp(symbols.name(i), symbol) == 0) return true;
    }
  }
  return false;
}

}  // namespace

void* answer_without_library(const char* symbol) {
  const char* const function = *symbol == 'P' ? symbol + 1 : symbol;
  if (void* const answer = known_answer(function)) return answer;
  static constinit std::atomic<bool> said{false};
  const bool needed = is_needed_by_anybody(symbol);
  if (!said.exchange(true) || needed) {
    write_line("the application calls %s, but no MPI library that has it is loaded", symbol);
  }
  if (needed) _exit(127);
  return gives_handle(function) ? address(null) : address(error);
}

}  // namespace topomorph::front
