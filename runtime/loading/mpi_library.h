// Finds the MPI library of this process and tells which kind it is, without any mpi.h.
#pragma once

#include <string_view>

#include <link.h>

namespace topomorph::loading {

/// Kinds of MPI libraries whose handles and types agree. Mpich: MPICH and the libraries with its binary interface
/// (Intel MPI, MVAPICH, Cray MPICH). Abi: any library with the standard's own binary interface (MPI 5.0, chapter 20).
enum class Kind { None, OpenMpi, Mpich, Abi };

/// Returns what the soname of a library says. It is the soname that programs are linked to; the name of the file may be
/// any. OpenMpi stands for every libmpi.so with another number than MPICH's.
Kind kind_of_soname(std::string_view soname);

/// Returns the soname of a loaded library; the name of its file if it has none.
std::string_view soname_of(const link_map& library);

struct MpiLibrary {
  Kind kind = Kind::None;
  const link_map* map = nullptr;
};

/// Returns the first MPI library behind `library` in the loader's list, which holds those that were loaded privately,
/// too; behind null: the first of all. None: no more. Loads none: a process without MPI must not get one from us.
/// Allocates nothing.
MpiLibrary next_mpi_library(const link_map* library);

/// Returns the library if it is an MPI library; else None.
MpiLibrary as_mpi_library(const link_map& library);

/// Returns the MPI library that the code of `module` was linked to: itself, or the nearest of those that it needs,
/// which must be loaded. None: it needs none. Allocates nothing.
MpiLibrary needed_mpi_library(const link_map& module);

}  // namespace topomorph::loading
