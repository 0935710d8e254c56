// Defines the wrappers of MPICH's callbacks with a state. Handles come by value.
#include "plugin/world/stateful_callbacks.h"

#include <memory>
#include <new>

#include "runtime/mpi/call_state.h"

namespace topomorph::plugin::world {
namespace {

/// The application's callback, without its type: most mpi.h do not have the types.
struct Callback {
  void (*function)();
  void (*destructor)();
  void* state;
};

template <class Function>
Function* typed(void (*function)()) {
  return reinterpret_cast<Function*>(function);
}

template <class Function>
auto untyped(Function* function) {
  return reinterpret_cast<void (*)()>(function);
}

void destroy(void* callback) {
  const std::unique_ptr<Callback> user(static_cast<Callback*>(callback));
  const runtime::CallbackScope leave;
  typed<void(void*)>(user->destructor)(user->state);
}

void call_comm_handler(MPI_Comm comm, int code, void* callback) {
  const auto* user = static_cast<const Callback*>(callback);
  const runtime::CallbackScope leave;
  typed<void(MPI_Comm, int, void*)>(user->function)(runtime::visible(comm), code, user->state);
}

/// For windows and files.
template <class Object>
void call_handler(Object object, int code, void* callback) {
  const auto* user = static_cast<const Callback*>(callback);
  const runtime::CallbackScope leave;
  typed<void(Object, int, void*)>(user->function)(object, code, user->state);
}

void reduce(void* in, void* inout, MPI_Count count, MPI_Datatype type, void* callback) {
  const auto* user = static_cast<const Callback*>(callback);
  const runtime::CallbackScope leave;
  typed<void(void*, void*, MPI_Count, MPI_Datatype, void*)>(user->function)(in, inout, count, type, user->state);
}

/// Calls `create(function, destructor, state)` with `ours` in front of the application's callback. What the library
/// refuses, or what there is no memory for, it gets as it is.
template <class Create, class Function, class Ours>
int create_with(Create create, Function* function, Ours* ours, MPIX_Destructor_function* destructor, void* state) {
  std::unique_ptr<Callback> user;
  if (function != nullptr && destructor != nullptr)
    user.reset(new (std::nothrow) Callback{untyped(function), untyped(destructor), state});
  if (user == nullptr) return create(function, destructor, state);
  const int result = create(typed<Function>(untyped(ours)), typed<MPIX_Destructor_function>(untyped(&destroy)),
                            static_cast<void*>(user.get()));
  if (result == MPI_SUCCESS) static_cast<void>(user.release());
  return result;
}

template <class Next, class Function, class Ours>
int create_handler(Next next, Function* function, Ours* ours, MPIX_Destructor_function* destructor, void* state,
                   MPI_Errhandler* errhandler) {
  const auto create = [&](Function* called, MPIX_Destructor_function* freed, void* given) {
    return next(called, freed, given, errhandler);
  };
  return create_with(create, function, ours, destructor, state);
}

}  // namespace

int comm_create_errhandler_x(real::X_Comm_create_errhandler_x_t next, MPIX_Comm_errhandler_function_x* function,
                             MPIX_Destructor_function* destructor, void* state, MPI_Errhandler* errhandler) {
  return create_handler(next, function, &call_comm_handler, destructor, state, errhandler);
}

int win_create_errhandler_x(real::X_Win_create_errhandler_x_t next, MPIX_Win_errhandler_function_x* function,
                            MPIX_Destructor_function* destructor, void* state, MPI_Errhandler* errhandler) {
  return create_handler(next, function, &call_handler<MPI_Win>, destructor, state, errhandler);
}

int file_create_errhandler_x(real::X_File_create_errhandler_x_t next, MPIX_File_errhandler_function_x* function,
                             MPIX_Destructor_function* destructor, void* state, MPI_Errhandler* errhandler) {
  return create_handler(next, function, &call_handler<MPI_File>, destructor, state, errhandler);
}

int op_create_x(real::X_Op_create_x_t next, MPIX_User_function_x* function, MPIX_Destructor_function* destructor,
                int commute, void* state, MPI_Op* op) {
  const auto create = [&](MPIX_User_function_x* called, MPIX_Destructor_function* freed, void* given) {
    return next(called, freed, commute, given, op);
  };
  return create_with(create, function, &reduce, destructor, state);
}

}  // namespace topomorph::plugin::world
