// Calls the MPI library by the names of its functions. Handles are numbers or pointers: both fit into an address.
#include "plugin/front/without_back.h"

#include <cstdint>
#include <cstring>

#include "plugin/front/libraries.h"
#include "plugin/front/next.h"

namespace topomorph::front {
namespace {

using Handle = std::uintptr_t;
using Count = std::int64_t;  // MPI_Count

template <class Function>
Function* named(const char* name) {
  return reinterpret_cast<Function*>(find_function(name));
}

int rank_in(Handle comm, int* rank) { return named<int(Handle, int*)>("PMPI_Comm_rank")(comm, rank); }

int reorder(Handle comm, void* newcomm) {
  int rank = 0;
  if (const int error = rank_in(comm, &rank)) return error;
  return named<int(Handle, int, int, void*)>("PMPI_Comm_split")(comm, 0, rank, newcomm);
}

int permutation(Handle comm, int* ranks) {
  int size = 0;
  if (const int error = named<int(Handle, int*)>("PMPI_Comm_size")(comm, &size)) return error;
  for (int rank = 0; rank < size; ++rank) ranks[rank] = rank;
  return 0;
}

/// The code for data that do not fit.
int err_truncate() { return mpi_library().kind == loading::Kind::Mpich ? 14 : 15; }

/// Each process keeps its data, in messages to itself.
int redistribute(Handle, Handle comm, const char* from, Count count, Handle type, char* to, Count room, Count* coming) {
  using Sendrecv = int(const void*, int, Handle, int, int, void*, int, Handle, int, int, Handle, void*);
  constexpr Count kMost = 1 << 30;
  Handle status[32];  // more than any library's MPI_Status
  Count low = 0, extent = 0;
  int rank = 0;
  *coming = count;
  if (count > room) return err_truncate();
  if (const int error = rank_in(comm, &rank)) return error;
  if (const int error = named<int(Handle, void*, void*)>("PMPI_Type_get_extent")(type, &low, &extent)) return error;
  for (Count done = 0; done < count; done += kMost) {
    const int part = static_cast<int>(count - done < kMost ? count - done : kMost);
    const int error = named<Sendrecv>("PMPI_Sendrecv")(from + done * extent, part, type, rank, 0, to + done * extent,
                                                       part, type, rank, 0, comm, status);
    if (error != 0) return error;
  }
  return 0;
}

/// Fortran's handles are MPICH's own; other libraries have functions for them, the standard's interface under other
/// names.
Handle of_fortran(int handle, const char* name, const char* name_by_standard) {
  auto* convert = named<Handle(int)>(name);
  if (convert == nullptr) convert = named<Handle(int)>(name_by_standard);
  return convert == nullptr ? static_cast<Handle>(handle) : convert(handle);
}

Handle comm_of_fortran(int comm) { return of_fortran(comm, "PMPI_Comm_f2c", "PMPI_Comm_fromint"); }

int fortran_of(Handle comm) {
  auto* convert = named<int(Handle)>("PMPI_Comm_c2f");
  if (convert == nullptr) convert = named<int(Handle)>("PMPI_Comm_toint");
  return convert == nullptr ? static_cast<int>(comm) : convert(comm);
}

int reorder_f(int comm, int* newcomm) {
  Handle made = 0;
  const int error = reorder(comm_of_fortran(comm), &made);
  if (error == 0) *newcomm = fortran_of(made);
  return error;
}

int permutation_f(int comm, int* ranks) { return permutation(comm_of_fortran(comm), ranks); }

int redistribute_f(int old, int comm, const char* from, Count count, int type, char* to, Count room, Count* coming) {
  return redistribute(comm_of_fortran(old), comm_of_fortran(comm), from, count,
                      of_fortran(type, "PMPI_Type_f2c", "PMPI_Type_fromint"), to, room, coming);
}

}  // namespace

void* answer_without_back(const char* function) {
  const struct {
    const char* function;
    void* answer;
  } answers[] = {{"tm_reorder", reinterpret_cast<void*>(reorder)},
                 {"tm_reorder_f", reinterpret_cast<void*>(reorder_f)},
                 {"tm_permutation", reinterpret_cast<void*>(permutation)},
                 {"tm_permutation_f", reinterpret_cast<void*>(permutation_f)},
                 {"tm_redistribute", reinterpret_cast<void*>(redistribute)},
                 {"tm_redistribute_f", reinterpret_cast<void*>(redistribute_f)}};
  for (const auto& known : answers) {
    if (std::strcmp(known.function, function) == 0) return known.answer;
  }
  return nullptr;
}

}  // namespace topomorph::front
