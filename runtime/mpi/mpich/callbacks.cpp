// Defines the two functions by which MPICH's Fortran and C++ bindings say that a callback is not written in C.
//
// The bindings create keyvals and error handlers by MPI's own functions, where plugin/world has put its callbacks in C
// in place of the application's. Then they tell libmpich how their callbacks are called: by a proxy for each keyval,
// and by one function for all error handlers of C++. The functions here find the application's callback again and have
// the bindings' proxy call it. (Fortran's error handlers and reductions need nothing of this: their arguments are
// addresses, as in C.) This assumes five signatures of MPICH's internals, unchanged from 3.3 to 4.1. A library without
// these internals never calls the functions.
#include <map>
#include <mutex>
#include <optional>

#include "runtime/mpi/call_state.h"
#include "runtime/mpi/implementation.h"
#include "runtime/mpi/resolve.h"

namespace topomorph::runtime {
namespace {

/// How an attribute was set: as a pointer of C or as an integer of Fortran (MPIR_Attr_type).
enum class Stored : int { Pointer = 0, Integer = 1 };

using CopyProxy = int(MPI_Comm_copy_attr_function* user, int handle, int keyval, void* state, Stored stored,
                      void* value, void** copied, int* flag);
using DeleteProxy = int(MPI_Comm_delete_attr_function* user, int handle, int keyval, Stored stored, void* value,
                        void* state);
using SetProxy = void(int keyval, CopyProxy* copy, DeleteProxy* erase);
using GetAttribute = int(MPI_Comm comm, int keyval, void* value, int* flag, Stored as);
using SetAttribute = int(MPI_Comm comm, int keyval, void* value, Stored as);
using ErrorCall = void(int kind, int* handle, int* code, void (*function)());
using SetErrorCall = void(MPI_Errhandler handler, ErrorCall* call);

template <class Function>
Function* function_of_the_library(const char* symbol) {
  return reinterpret_cast<Function*>(find_function(symbol));
}

struct Proxies {
  CopyProxy* copy;
  DeleteProxy* erase;
};

std::mutex proxies_mutex;
std::map<int, Proxies>& proxies() {
  static auto* const table = new std::map<int, Proxies>();  // never destroyed: exit handlers may still call MPI
  return *table;
}

/// Returns the proxies of the last keyval of that number. MPICH does not reuse the number of a keyval that attributes
/// still hold.
std::optional<Proxies> proxies_of(int keyval) {
  const std::lock_guard lock(proxies_mutex);
  const auto found = proxies().find(keyval);
  return found == proxies().end() ? std::nullopt : std::optional(found->second);
}

bool is_ours(MPI_Comm_copy_attr_function* user) {
  return user == copy_comm_attribute || user == copy_win_attribute || user == copy_type_attribute;
}
bool is_ours(MPI_Comm_delete_attr_function* user) {
  return user == delete_comm_attribute || user == delete_win_attribute || user == delete_type_attribute;
}

/// Windows and datatypes come here too; their handles never equal a communicator's.
int copy_by_proxy(MPI_Comm_copy_attr_function* user, int handle, int keyval, void* state, Stored stored, void* value,
                  void** copied, int* flag) {
  CopyProxy* const theirs = proxies_of(keyval)->copy;
  const CallbackScope scope;
  if (!is_ours(user)) return theirs(user, handle, keyval, state, stored, value, copied, flag);
  const auto* const callbacks = static_cast<const CommCallbacks*>(state);
  return theirs(callbacks->copy, visible(handle), keyval, callbacks->state, stored, value, copied, flag);
}

int delete_by_proxy(MPI_Comm_delete_attr_function* user, int handle, int keyval, Stored stored, void* value,
                    void* state) {
  DeleteProxy* const theirs = proxies_of(keyval)->erase;
  const CallbackScope scope;
  if (!is_ours(user)) return theirs(user, handle, keyval, stored, value, state);
  const auto* const callbacks = static_cast<const CommCallbacks*>(state);
  return theirs(callbacks->erase, visible(handle), keyval, stored, value, callbacks->state);
}

/// Reads what the attribute is and how it was set, by reading it in both ways: a pointer is the same in both, while an
/// integer read as a pointer gives the address where it is kept.
struct Attribute {
  void* value = nullptr;
  Stored stored = Stored::Pointer;
  int found = 0;
  int result = MPI_SUCCESS;
};

Attribute attribute_of(MPI_Comm comm, int keyval) {
  auto* const get = function_of_the_library<GetAttribute>("MPII_Comm_get_attr");
  Attribute attribute;
  void* as_pointer = nullptr;
  attribute.result = get(comm, keyval, &attribute.value, &attribute.found, Stored::Integer);
  if (attribute.result != MPI_SUCCESS || attribute.found == 0) return attribute;
  attribute.result = get(comm, keyval, &as_pointer, &attribute.found, Stored::Pointer);
  if (as_pointer != attribute.value) attribute.stored = Stored::Integer;
  return attribute;
}

std::atomic<ErrorCall*> call_of_cxx{nullptr};

void call_cxx_error_handler(int kind, int* handle, int* code, void (*function)()) {
  constexpr int kComm = 0;
  int seen = kind == kComm ? visible(*handle) : 0;
  auto* const user = reinterpret_cast<void (*)()>(behind_error_trampoline(reinterpret_cast<void*>(function)));
  const CallbackScope scope;
  call_of_cxx.load()(kind, kind == kComm ? &seen : handle, code, user);
}

}  // namespace

bool copies_world_attributes() { return false; }

bool copy_attribute_of_other_language(MPI_Comm from, MPI_Comm to, int keyval, const CommCallbacks& callbacks,
                                      int& result) {
  const std::optional<Proxies> known = proxies_of(keyval);
  if (!known) return false;
  const Attribute attribute = attribute_of(from, keyval);
  result = attribute.result;
  if (result != MPI_SUCCESS || attribute.found == 0) return true;
  void* copied = nullptr;
  int flag = 0;
  {
    const CallbackScope scope;
    result =
        known->copy(callbacks.copy, from, keyval, callbacks.state, attribute.stored, attribute.value, &copied, &flag);
  }
  if (result != MPI_SUCCESS || flag == 0) return true;
  result = function_of_the_library<SetAttribute>("MPII_Comm_set_attr")(to, keyval, copied, attribute.stored);
  return true;
}

}  // namespace topomorph::runtime

namespace {

using namespace topomorph::runtime;  // everything below is C

}  // namespace

extern "C" {

void MPII_Keyval_set_proxy(int keyval, CopyProxy* copy, DeleteProxy* erase) {
  auto* const next = function_of_the_library<SetProxy>("MPII_Keyval_set_proxy");
  {
    const std::lock_guard lock(proxies_mutex);
    proxies()[keyval] = {copy, erase};
  }
  next(keyval, copy_by_proxy, delete_by_proxy);
}

void MPII_Errhandler_set_cxx(MPI_Errhandler handler, ErrorCall* call) {
  call_of_cxx.store(call);
  function_of_the_library<SetErrorCall>("MPII_Errhandler_set_cxx")(handler, call_cxx_error_handler);
}
}
