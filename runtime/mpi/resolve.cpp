// Looks up functions and data of the MPI library through the front.
#include "runtime/mpi/resolve.h"

#include <cstdio>

#include "runtime/loading/dynamic_symbols.h"

namespace topomorph::runtime {

constinit Table mpi_table{};
constinit Table pmpi_table{};

namespace {

constinit const loading::Front* the_front = nullptr;

/// Takes MPI_X for a PMPI_X that the library has forgotten: PMPI_File_close is not in MPICH 5.0.2's libmpi_abi.
void* look_up(Table& table, Function function, const char* prefix) {
  char symbol[80];
  std::snprintf(symbol, sizeof symbol, "%s%s", prefix, function_name(function));
  void* address = the_front->find_function(symbol);
  if (address == nullptr && *prefix != '\0') address = the_front->find_function(function_name(function));
  if (address == nullptr) address = the_front->answer_without_library(symbol);
  table[static_cast<std::size_t>(function)].store(address, std::memory_order_relaxed);
  return address;
}

}  // namespace

void use_front(const loading::Front& front) { the_front = &front; }

const loading::Front* front() { return the_front; }

const link_map* loaded_library() { return the_front == nullptr ? nullptr : the_front->mpi_library; }

void* look_up_mpi(Function function) { return look_up(mpi_table, function, ""); }
void* look_up_pmpi(Function function) { return look_up(pmpi_table, function, "P"); }

void* find_function(const char* symbol) { return the_front == nullptr ? nullptr : the_front->find_function(symbol); }

bool is_of_the_library(const void* address) {
  const link_map* const library = loaded_library();
  return library != nullptr && library == loading::library_of(address);
}

void* find_datum(const char* symbol) { return the_front == nullptr ? nullptr : the_front->find_datum(symbol); }

}  // namespace topomorph::runtime
