// The answers: the truth where there is one, a single process for questions about ranks, an error code otherwise.
#include "plugin/runtime/without_library.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>

#include <mpi.h>
#include <unistd.h>

#include "plugin/runtime/dynamic_symbols.h"
#include "plugin/runtime/library.h"

namespace topomorph::runtime {
namespace {

int no(int* flag) {
  *flag = 0;
  return MPI_SUCCESS;
}

int version(int* major, int* minor) {
  *major = MPI_VERSION;
  *minor = MPI_SUBVERSION;
  return MPI_SUCCESS;
}

int library_version(char* text, int* length) {
  static constexpr char kNone[] = "no MPI library";
  std::memcpy(text, kNone, sizeof kNone);
  *length = static_cast<int>(sizeof kNone - 1);
  return MPI_SUCCESS;
}

/// Answers as in a job of one process. A weak probe of this function alone would have been skipped without this
/// library.
int rank(std::uintptr_t, int* rank) {
  *rank = 0;
  return MPI_SUCCESS;
}
int size(std::uintptr_t, int* size) {
  *size = 1;
  return MPI_SUCCESS;
}

double seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
double tick() { return 1e-9; }

MPI_Aint sum(MPI_Aint base, MPI_Aint displacement) { return base + displacement; }
MPI_Aint difference(MPI_Aint end, MPI_Aint begin) { return end - begin; }

[[noreturn]] int end(std::uintptr_t, int code) { _exit(code); }

std::uintptr_t null() { return 0; }

int error() { return MPI_ERR_OTHER; }

struct Answer {
  const char* function;
  void* answer;
};

template <class Function>
void* address(Function* function) {
  return reinterpret_cast<void*>(function);
}

const Answer kAnswers[] = {
    {"MPI_Initialized", address(no)},      {"MPI_Finalized", address(no)},
    {"MPI_Get_version", address(version)}, {"MPI_Get_library_version", address(library_version)},
    {"MPI_Comm_rank", address(rank)},      {"MPI_Comm_size", address(size)},
    {"MPI_Wtime", address(seconds)},       {"MPI_Wtick", address(tick)},
    {"MPI_Aint_add", address(sum)},        {"MPI_Aint_diff", address(difference)},
    {"MPI_Abort", address(end)},
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
  for (const link_map* library = first_library(); library != nullptr; library = library->l_next) {
    const DynamicSymbols symbols(*library);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      if (symbols.is_needed(i) && std::strcmp(symbols.name(i), symbol) == 0) return true;
    }
  }
  return false;
}

void say_it_is_not_there(const char* symbol) {
  char line[256];
  const int length =
      std::snprintf(line, sizeof line,
                    "topomorph: the application calls %s, but no MPI library that has it is loaded (expected %s)\n",
                    symbol, kLibrary);
  static_cast<void>(write(STDERR_FILENO, line, static_cast<std::size_t>(length)) < 0);
}

}  // namespace

void* answer_without_library(const char* symbol) {
  const char* const function = *symbol == 'P' ? symbol + 1 : symbol;
  if (void* const answer = known_answer(function)) return answer;
  static constinit std::atomic<bool> said{false};
  const bool needed = is_needed_by_anybody(symbol);
  if (!said.exchange(true) || needed) say_it_is_not_there(symbol);
  if (needed) _exit(127);
  return gives_handle(function) ? address(null) : address(error);
}

}  // namespace topomorph::runtime
