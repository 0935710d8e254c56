// Looks up functions and data by name behind this library.
#include "plugin/front/next.h"

#include <dlfcn.h>

#include "plugin/front/libraries.h"
#include "plugin/front/own_handle.h"
#include "runtime/loading/dynamic_symbols.h"

namespace topomorph::front {
namespace {

/// Returns what a lookup has found. A failure must not be the answer when the application next asks dlerror().
void* without_error(void* found) {
  if (found == nullptr) dlerror();
  return found;
}

/// Returns a handle of a loaded library; it is never closed. Null for the program itself.
void* handle_of(const link_map& library) {
  return *library.l_name == '\0' ? nullptr : without_error(dlopen(library.l_name, RTLD_NOLOAD | RTLD_LAZY));
}

/// A lookup finds our function last only if it was put into the MPI library's table.
void* theirs(void* address, const char* symbol) {
  return address != nullptr && is_in_this_library(address) ? replaced_in_own_handle(symbol) : address;
}

/// The library may be outside of the global scope: mpi4py's extension loads it with RTLD_LOCAL.
void* find_in(const link_map* library, const char* symbol) {
  void* const handle = library == nullptr ? nullptr : handle_of(*library);
  return handle == nullptr ? nullptr : theirs(without_error(dlsym(handle, symbol)), symbol);
}

/// Whether a lookup in the scope of the process has found something that is not another MPI library's: Open MPI puts
/// itself there when it begins, though a program has opened it privately.
bool means_ours(const void* address) { return address != nullptr && !(are_several() && is_in_other_library(address)); }

}  // namespace

const link_map* own_library() {
  static const link_map* const own = loading::library_of(reinterpret_cast<const void*>(&find_function));
  return own;
}

bool is_in_this_library(const void* address) {
  const link_map* const own = own_library();
  return own != nullptr && own == loading::library_of(address);
}

void* find_in_scope(const char* symbol) { return theirs(without_error(dlsym(RTLD_NEXT, symbol)), symbol); }

void* find_function(const char* symbol) {
  void* const address = find_in_scope(symbol);
  return means_ours(address) ? address : find_in(mpi_library().map, symbol);
}

void* find_function_in(const link_map& library, const char* symbol) { return find_in(&library, symbol); }

void* find_anywhere(const char* symbol) {
  void* address = find_function(symbol);
  const link_map* library = loading::first_library();
  for (; library != nullptr && address == nullptr; library = library->l_next) address = find_in(library, symbol);
  return address;
}

void* find_datum(const char* symbol) {
  // Not RTLD_NEXT: in a program that is not position-independent, the datum was copied into the executable, which comes
  // before this library.
  void* const address = without_error(dlsym(RTLD_DEFAULT, symbol));
  return means_ours(address) ? address : find_in(mpi_library().map, symbol);
}

}  // namespace topomorph::front
