// The functions of ours that stand before the application's callbacks.
#include "plugin/world/callbacks.h"

#include <array>
#include <atomic>
#include <cstdarg>
#include <deque>
#include <mutex>
#include <utility>

#include "plugin/interception/inside.h"
#include "plugin/world/world.h"

namespace topomorph::world {
namespace {

// What the application sees of an object; only communicators have a double.
MPI_Comm shown(MPI_Comm comm) { return visible(comm); }
template <class Object>
Object shown(Object object) {
  return object;
}

template <class Callbacks, class Object>
int copy_attribute(Object object, int keyval, void* callbacks, void* value, void* copied, int* flag) {
  const auto* user = static_cast<const Callbacks*>(callbacks);
  const interception::Leave leave;
  return user->copy(shown(object), keyval, user->state, value, copied, flag);
}

template <class Callbacks, class Object>
int delete_attribute(Object object, int keyval, void* value, void* callbacks) {
  const auto* user = static_cast<const Callbacks*>(callbacks);
  const interception::Leave leave;
  return user->erase(shown(object), keyval, value, user->state);
}

template <class Callbacks>
Callbacks* keep_once(const Callbacks& wanted) {
  static std::mutex mutex;
  static auto& kept = *new std::deque<Callbacks>();  // addresses stay, after exit() too
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
template <class Function>
constinit Targets<Function> targets{};

/// MPI libraries pass further arguments to error handlers, whose number is theirs; two pointers is what Open MPI
/// passes. Where there are none, what is read here is whatever the registers held, and the callback does not look at
/// it.
template <class Function, class Object, int slot>
void spring(Object* object, int* code, ...) {
  va_list rest;
  va_start(rest, code);
  void* first = va_arg(rest, void*);
  void* second = va_arg(rest, void*);
  va_end(rest);
  Object seen = shown(*object);
  const interception::Leave leave;
  targets<Function>.functions[slot].load(std::memory_order_acquire)(&seen, code, first, second);
}

template <class Function, class Object, int... slots>
constexpr std::array<Function*, kTrampolines> error_springs(std::integer_sequence<int, slots...>) {
  return {&spring<Function, Object, slots>...};
}

/// A reduction with the fifth argument that Open MPI passes to those of libmpi_cxx; others do not look at it. Fortran's
/// arrive here too, and all of their arguments are addresses.
using Reduction = void(void* in, void* inout, int* length, MPI_Datatype* type, void* more);

template <int slot>
void reduce(void* in, void* inout, int* length, MPI_Datatype* type, void* more) {
  const interception::Leave leave;
  targets<Reduction>.functions[slot].load(std::memory_order_acquire)(in, inout, length, type, more);
}

template <int... slots>
constexpr std::array<Reduction*, kTrampolines> reduction_springs(std::integer_sequence<int, slots...>) {
  return {&reduce<slots>...};
}

template <class Function>
Function* trampoline_to(Function* function, const std::array<Function*, kTrampolines>& springs) {
  Targets<Function>& known = targets<Function>;
  const std::lock_guard lock(known.mutex);
  for (std::size_t slot = 0; slot < springs.size(); ++slot) {
    Function* target = known.functions[slot].load(std::memory_order_relaxed);
    if (target == nullptr) known.functions[slot].store(function, std::memory_order_release);
    if (target == nullptr || target == function) return springs[slot];
  }
  return function;
}

template <class Function, class Object>
Function* error_trampoline(Function* function) {
  static constexpr auto kSprings = error_springs<Function, Object>(std::make_integer_sequence<int, kTrampolines>());
  return trampoline_to<Function>(function, kSprings);
}

}  // namespace

int copy_comm_attribute(MPI_Comm comm, int keyval, void* callbacks, void* value, void* copied, int* flag) {
  return copy_attribute<CommCallbacks>(comm, keyval, callbacks, value, copied, flag);
}
int delete_comm_attribute(MPI_Comm comm, int keyval, void* value, void* callbacks) {
  return delete_attribute<CommCallbacks>(comm, keyval, value, callbacks);
}
int copy_win_attribute(MPI_Win win, int keyval, void* callbacks, void* value, void* copied, int* flag) {
  return copy_attribute<WinCallbacks>(win, keyval, callbacks, value, copied, flag);
}
int delete_win_attribute(MPI_Win win, int keyval, void* value, void* callbacks) {
  return delete_attribute<WinCallbacks>(win, keyval, value, callbacks);
}
int copy_type_attribute(MPI_Datatype type, int keyval, void* callbacks, void* value, void* copied, int* flag) {
  return copy_attribute<TypeCallbacks>(type, keyval, callbacks, value, copied, flag);
}
int delete_type_attribute(MPI_Datatype type, int keyval, void* value, void* callbacks) {
  return delete_attribute<TypeCallbacks>(type, keyval, value, callbacks);
}

CommCallbacks* keep(const CommCallbacks& callbacks) { return keep_once(callbacks); }
WinCallbacks* keep(const WinCallbacks& callbacks) { return keep_once(callbacks); }
TypeCallbacks* keep(const TypeCallbacks& callbacks) { return keep_once(callbacks); }

MPI_Comm_errhandler_function* trampoline(MPI_Comm_errhandler_function* function) {
  return error_trampoline<MPI_Comm_errhandler_function, MPI_Comm>(function);
}
MPI_Win_errhandler_function* trampoline(MPI_Win_errhandler_function* function) {
  return error_trampoline<MPI_Win_errhandler_function, MPI_Win>(function);
}
MPI_File_errhandler_function* trampoline(MPI_File_errhandler_function* function) {
  return error_trampoline<MPI_File_errhandler_function, MPI_File>(function);
}

MPI_User_function* trampoline(MPI_User_function* function) {
  static constexpr auto kSprings = reduction_springs(std::make_integer_sequence<int, kTrampolines>());
  const auto target = reinterpret_cast<Reduction*>(reinterpret_cast<void*>(function));
  return reinterpret_cast<MPI_User_function*>(reinterpret_cast<void*>(trampoline_to<Reduction>(target, kSprings)));
}

}  // namespace topomorph::world
