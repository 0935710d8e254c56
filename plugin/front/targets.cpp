// Finds the target of a function at its first call.
#include "plugin/front/targets.h"

#include <pthread.h>

#include "plugin/front/back.h"
#include "plugin/front/names.h"
#include "plugin/front/next.h"
#include "plugin/front/without_library.h"
#include "plugin/loading/mpi_library.h"

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
const loading::Back* back = nullptr;

/// Returns a function of the back; null if the back has none of this number, or if there is no back.
void* backed(std::size_t number) {
  return back == nullptr ? nullptr : reinterpret_cast<void*>(back->functions[number]);
}

void decide() {
  const loading::MpiLibrary library = loading::find_mpi_library();
  if (state != State::Undecided || library.kind == loading::Kind::None) return;
  state = State::Opening;
  back = open_back(library);
  state = State::Decided;
  for (std::size_t number = 0; number < loading::kExports; ++number) {
    if (void* const function = backed(number)) topomorph_targets[number].store(function, std::memory_order_release);
  }
}

/// Returns a target past the back. It is remembered once no back will take its place. An internal function may be in a
/// module of the MPI library.
void* next_of(std::size_t number) {
  const char* const name = kNames[number];
  const bool is_decided = state == State::Decided;
  void* const next = is_decided && number < loading::kMpiExports ? find_function(name) : find_anywhere(name);
  if (next == nullptr) return answer_without_library(name);
  if (is_decided) topomorph_targets[number].store(next, std::memory_order_release);
  return next;
}

}  // namespace
}  // namespace topomorph::front

void* topomorph_target(std::size_t number) {
  using namespace topomorph::front;
  const Lock lock;
  decide();
  void* const function = backed(number);
  return function != nullptr ? function : next_of(number);
}
