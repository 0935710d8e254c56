// Finds the target of a function at its first call.
#include "plugin/front/targets.h"

#include <cstring>

#include <pthread.h>
#include <strings.h>

#include "plugin/front/back.h"
#include "plugin/front/libraries.h"
#include "plugin/front/names.h"
#include "plugin/front/next.h"
#include "plugin/front/without_back.h"
#include "plugin/front/without_library.h"

namespace topomorph::front {
namespace {

/// Recursive: while a back is opened, another library's constructor may call MPI.
pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

class Lock {
 public:
  Lock() { pthread_mutex_lock(&mutex); }
  ~Lock() { pthread_mutex_unlock(&mutex); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
};

enum class State { Undecided, Opening, Decided };
State state = State::Undecided;
const loading::Back* opened_back = nullptr;

/// The entries as they lead to topomorph_target().
void* unanswered[loading::kExports];

/// Returns a function of the back; null if the back has none of this number, or if there is no back.
void* backed(std::size_t number) {
  return opened_back == nullptr ? nullptr : reinterpret_cast<void*>(opened_back->functions[number]);
}

/// Whether the name begins so, in C or Fortran, for MPI_ or PMPI_.
bool starts_with(const char* name, const char* begin) {
  if (*name == 'P' || *name == 'p') ++name;
  return strncasecmp(name, begin, std::strlen(begin)) == 0;
}

/// Whether the function asks each time: a user of MPI begins with one of these, and may mean another library than
/// earlier users. MPI_Init, MPI_Initialized, MPI_Session_init, and their names in other languages.
bool asks_each_time(const char* name) { return starts_with(name, "mpi_init") || starts_with(name, "mpi_session_init"); }

/// Whether MPI has begun after a call of the function.
bool begins(const char* name) { return asks_each_time(name) && !starts_with(name, "mpi_initialized"); }

/// Whether MPI has begun, or might have, in the chosen library.
bool has_begun = false;

/// Lets calls of the function go to `target` without asking. Only where they can mean one library alone.
void answer(std::size_t number, void* target) {
  if (!asks_each_time(kNames[number])) topomorph_targets[number].store(target, std::memory_order_release);
}

void remember_entries() {
  for (std::size_t number = 0; number < loading::kExports; ++number)
    unanswered[number] = topomorph_targets[number].load(std::memory_order_relaxed);
}

/// Lets all calls ask again.
void forget_answers() {
  for (std::size_t number = 0; number < loading::kExports; ++number)
    topomorph_targets[number].store(unanswered[number], std::memory_order_release);
}

void serve(const loading::MpiLibrary& library) {
  state = State::Opening;
  choose(library);
  opened_back = open_back(library);
  state = State::Decided;
}

void decide(const void* caller) {
  if (state != State::Undecided) return;
  loading::MpiLibrary library = mpi_library();
  if (library.kind == loading::Kind::None) return;
  if (are_several()) {
    const loading::MpiLibrary meant = library_of_caller(caller);
    if (meant.kind != loading::Kind::None) library = meant;
  }
  serve(library);
  remember_entries();
  if (are_several()) return;
  for (std::size_t number = 0; number < loading::kExports; ++number) {
    if (void* const function = backed(number)) answer(number, function);
  }
}

/// Returns a target past the back. It is remembered once no back will take its place. An internal function may be in a
/// module of the MPI library.
void* next_of(std::size_t number) {
  const char* const name = kNames[number];
  const bool is_decided = state == State::Decided;
  if (void* const kept = is_decided ? answer_without_back(name) : nullptr) return kept;
  void* const next = is_decided && number < loading::kMpiExports ? find_function(name) : find_anywhere(name);
  if (next == nullptr) return answer_without_library(name);
  if (is_decided && !are_several()) answer(number, next);
  return next;
}

/// Returns the function of the library that the call means if that is not the back's; else null. The back changes if
/// nobody has used its library but to ask for versions.
void* in_other_library(std::size_t number, const void* caller) {
  if (state != State::Decided || !are_several()) return nullptr;
  static bool forgotten = false;
  if (!forgotten) forget_answers();
  forgotten = true;
  const loading::MpiLibrary meant = library_of_caller(caller);
  if (meant.kind == loading::Kind::None || meant.map == mpi_library().map) return nullptr;
  if (!has_begun && begins(kNames[number])) return serve(meant), nullptr;
  const char* const name = kNames[number];
  void* function = find_function_in(*meant.map, name);
  if (function == nullptr && number >= loading::kMpiExports) function = find_anywhere(name);
  return function != nullptr ? function : answer_without_library(name);
}

}  // namespace
}  // namespace topomorph::front

void* topomorph_target(std::size_t number, const void* caller) {
  using namespace topomorph::front;
  const Lock lock;
  decide(caller);
  if (void* const other = in_other_library(number, caller)) return other;
  has_begun = has_begun || begins(kNames[number]);
  void* const function = backed(number);
  return function != nullptr ? function : next_of(number);
}
