// Looks up functions and data of the MPI library, in whatever scope the process has loaded it.
#include "plugin/runtime/resolve.h"

#include <cstdio>
#include <cstring>

#include <dlfcn.h>

#include "plugin/runtime/dynamic_symbols.h"
#include "plugin/runtime/library.h"
#include "plugin/runtime/own_handle.h"
#include "plugin/runtime/without_library.h"

namespace topomorph::runtime {

constinit Table mpi_table{};
constinit Table pmpi_table{};

namespace {

void* find_nearby(const char* symbol) {
  void* address = dlsym(RTLD_NEXT, symbol);
  void* const library = address == nullptr ? loaded_library() : nullptr;
  if (library != nullptr) address = dlsym(library, symbol);
  // A lookup finds our function last only if it was put into the MPI library's table.
  return address != nullptr && is_in_this_library(address) ? replaced_in_own_handle(symbol) : address;
}

/// Searches the libraries that the process has loaded privately, for an MPI library of another kind.
void* find_in_loaded_libraries(const char* symbol) {
  const auto* entry = static_cast<const link_map*>(dlopen(nullptr, RTLD_LAZY));
  for (; entry != nullptr; entry = entry->l_next) {
    void* const library = *entry->l_name == '\0' ? nullptr : dlopen(entry->l_name, RTLD_NOLOAD | RTLD_LAZY);
    void* const address = library == nullptr ? nullptr : dlsym(library, symbol);
    if (address != nullptr && !is_in_this_library(address)) return address;
  }
  return nullptr;
}

void* look_up(Table& table, Function function, const char* prefix) {
  char symbol[80];
  std::snprintf(symbol, sizeof symbol, "%s%s", prefix, function_name(function));
  void* address = find_function(symbol);
  if (address == nullptr) return answer_without_library(symbol);  // not remembered: a library may be loaded later
  table[static_cast<std::size_t>(function)].store(address, std::memory_order_relaxed);
  return address;
}

}  // namespace

/// The library may be outside of the global scope: mpi4py's extension loads it with RTLD_LOCAL.
void* loaded_library() { return dlopen(kLibrary, RTLD_NOLOAD | RTLD_LAZY); }

const link_map* own_library() {
  static const link_map* const own = library_of(&mpi_table);
  return own;
}

bool is_in_this_library(const void* address) {
  const link_map* const own = own_library();
  return own != nullptr && own == library_of(address);
}

void* look_up_mpi(Function function) { return look_up(mpi_table, function, ""); }
void* look_up_pmpi(Function function) { return look_up(pmpi_table, function, "P"); }

void* find_function(const char* symbol) {
  void* const address = find_nearby(symbol);
  return address != nullptr || loaded_library() != nullptr ? address : find_in_loaded_libraries(symbol);
}

bool is_of_the_library(const void* address) {
  const void* const library = loaded_library();
  return library != nullptr && library == library_of(address);
}

void* find_datum(const char* symbol) {
  // Not RTLD_NEXT: in a program that is not position-independent, the datum was copied into the executable, which comes
  // before this library.
  void* address = dlsym(RTLD_DEFAULT, symbol);
  if (address != nullptr) return address;
  void* library = loaded_library();
  return library == nullptr ? nullptr : dlsym(library, symbol);
}

}  // namespace topomorph::runtime
