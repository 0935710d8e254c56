// Defines the functions that libmpi calls in place of the application's callbacks.
#include "runtime/mpi/callbacks.h"

#include <array>
#include <atomic>
#include <cstdarg>
#include <cstdint>
#include <deque>
#include <mutex>
#include <utility>

#include "runtime/mpi/call_state.h"
#include "runtime/mpi/communicators.h"

namespace topomorph::runtime {
namespace {

/// Returns what the application sees of an object; only communicators have a substitute.
template <Kind kind, class Object>
Object shown(Object object) {
  if constexpr (kind == Kind::Comm) {
    return visible(object);
  } else {
    return object;
  }
}

/// MPI_COMM_DUP_FN, MPI_WIN_DUP_FN and MPI_TYPE_DUP_FN in the standard's own interface: a number, not a function.
constexpr std::uintptr_t kDuplicate = 1;

template <Kind kind, class Copy, class Delete, class Object>
int copy_attribute(const AttributeCallbacks<kind, Copy, Delete>* user, Object object, int keyval, void* value,
                   void* copied, int* flag) {
  if (reinterpret_cast<std::uintptr_t>(user->copy) == kDuplicate)
    return copy_value({}, keyval, user->state, value, copied, flag);
  const CallbackScope scope;
  return user->copy(shown<kind>(object), keyval, user->state, value, copied, flag);
}

template <Kind kind, class Copy, class Delete, class Object>
int delete_attribute(const AttributeCallbacks<kind, Copy, Delete>* user, Object object, int keyval, void* value) {
  const CallbackScope scope;
  return user->erase(shown<kind>(object), keyval, value, user->state);
}

template <class Callbacks>
Callbacks* keep_once(const Callbacks& wanted) {
  static std::mutex mutex;
  static auto& kept = *new std::deque<Callbacks>();  // addresses stay valid, after exit() too
  const std::lock_guard lock(mutex);
  for (Callbacks& callbacks : kept) {
    if (callbacks.copy == wanted.copy && callbacks.erase == wanted.erase && callbacks.state == wanted.state)
      return &callbacks;
  }
  return &kept.emplace_back(wanted);
}

/// The functions behind the trampolines of one kind, in order of their first appearance.
template <class Function>
struct Targets {
  std::mutex mutex;
  std::array<std::atomic<Function*>, kTrampolines> functions{};
};
template <Kind kind, class Function>
constinit Targets<Function> error_targets{};

/// MPI libraries pass further arguments to error handlers; their number depends on the library, and Open MPI passes two
/// pointers. If there are none, the values read here are arbitrary, and the callback does not look at them.
template <Kind kind, class Function, class Object, int slot>
void spring(Object* object, int* code, ...) {
  va_list rest;
  va_start(rest, code);
  void* first = va_arg(rest, void*);
  void* second = va_arg(rest, void*);
  va_end(rest);
  Object seen = shown<kind>(*object);
  const CallbackScope scope;
  error_targets<kind, Function>.functions[slot].load(std::memory_order_acquire)(&seen, code, first, second);
}

template <Kind kind, class Function, class Object, int... slots>
constexpr std::array<Function*, kTrampolines> error_springs(std::integer_sequence<int, slots...>) {
  return {&spring<kind, Function, Object, slots>...};
}

/// A reduction with a fifth argument, which Open MPI passes to reductions of libmpi_cxx and others ignore. Fortran's
/// reductions come here too: all of their arguments are addresses.
using Reduction = void(void* in, void* inout, int* length, MPI_Datatype* type, void* more);
constinit Targets<Reduction> reductions{};

template <int slot>
void reduce(void* in, void* inout, int* length, MPI_Datatype* type, void* more) {
  const CallbackScope scope;
  reductions.functions[slot].load(std::memory_order_acquire)(in, inout, length, type, more);
}

template <int... slots>
constexpr std::array<Reduction*, kTrampolines> reduction_springs(std::integer_sequence<int, slots...>) {
  return {&reduce<slots>...};
}

template <class Function>
Function* trampoline_to(Function* function, Targets<Function>& known,
                        const std::array<Function*, kTrampolines>& springs) {
  const std::lock_guard lock(known.mutex);
  for (std::size_t slot = 0; slot < springs.size(); ++slot) {
    Function* target = known.functions[slot].load(std::memory_order_relaxed);
    if (target == nullptr) known.functions[slot].store(function, std::memory_order_release);
    if (target == nullptr || target == function) return springs[slot];
  }
  return function;
}

template <Kind kind, class Object, class Function>
constexpr auto kErrorSprings = error_springs<kind, Function, Object>(std::make_integer_sequence<int, kTrampolines>());

template <Kind kind, class Object, class Function>
Function* error_trampoline(Function* function) {
  return trampoline_to<Function>(function, error_targets<kind, Function>, kErrorSprings<kind, Object, Function>);
}

/// Returns null if `spring` is no trampoline of this kind.
template <Kind kind, class Object, class Function>
void* behind(void* spring) {
  const auto& springs = kErrorSprings<kind, Object, Function>;
  for (std::size_t slot = 0; slot < springs.size(); ++slot) {
    if (reinterpret_cast<void*>(springs[slot]) != spring) continue;
    return reinterpret_cast<void*>(error_targets<kind, Function>.functions[slot].load(std::memory_order_acquire));
  }
  return nullptr;
}

}  // namespace

int copy_comm_attribute(MPI_Comm comm, int keyval, void* callbacks, void* value, void* copied, int* flag) {
  return copy_attribute(static_cast<const CommCallbacks*>(callbacks), comm, keyval, value, copied, flag);
}
int delete_comm_attribute(MPI_Comm comm, int keyval, void* value, void* callbacks) {
  return delete_attribute(static_cast<const CommCallbacks*>(callbacks), comm, keyval, value);
}
int copy_win_attribute(MPI_Win win, int keyval, void* callbacks, void* value, void* copied, int* flag) {
  return copy_attribute(static_cast<const WinCallbacks*>(callbacks), win, keyval, value, copied, flag);
}
int delete_win_attribute(MPI_Win win, int keyval, void* value, void* callbacks) {
  return delete_attribute(static_cast<const WinCallbacks*>(callbacks), win, keyval, value);
}
int copy_type_attribute(MPI_Datatype type, int keyval, void* callbacks, void* value, void* copied, int* flag) {
  return copy_attribute(static_cast<const TypeCallbacks*>(callbacks), type, keyval, value, copied, flag);
}
int delete_type_attribute(MPI_Datatype type, int keyval, void* value, void* callbacks) {
  return delete_attribute(static_cast<const TypeCallbacks*>(callbacks), type, keyval, value);
}

CommCallbacks* keep(const CommCallbacks& callbacks) { return keep_once(callbacks); }
WinCallbacks* keep(const WinCallbacks& callbacks) { return keep_once(callbacks); }
TypeCallbacks* keep(const TypeCallbacks& callbacks) { return keep_once(callbacks); }

MPI_Comm_errhandler_function* comm_error_trampoline(MPI_Comm_errhandler_function* function) {
  return error_trampoline<Kind::Comm, MPI_Comm>(function);
}
MPI_Win_errhandler_function* win_error_trampoline(MPI_Win_errhandler_function* function) {
  return error_trampoline<Kind::Win, MPI_Win>(function);
}
MPI_File_errhandler_function* file_error_trampoline(MPI_File_errhandler_function* function) {
  return error_trampoline<Kind::File, MPI_File>(function);
}

void* behind_error_trampoline(void* function) {
  void* found = behind<Kind::Comm, MPI_Comm, MPI_Comm_errhandler_function>(function);
  if (found == nullptr) found = behind<Kind::Win, MPI_Win, MPI_Win_errhandler_function>(function);
  if (found == nullptr) found = behind<Kind::File, MPI_File, MPI_File_errhandler_function>(function);
  return found == nullptr ? function : found;
}

MPI_User_function* reduction_trampoline(MPI_User_function* function) {
  static constexpr auto kSprings = reduction_springs(std::make_integer_sequence<int, kTrampolines>());
  const auto target = reinterpret_cast<Reduction*>(reinterpret_cast<void*>(function));
  return reinterpret_cast<MPI_User_function*>(
      reinterpret_cast<void*>(trampoline_to<Reduction>(target, reductions, kSprings)));
}

}  // namespace topomorph::runtime
