// The files of the installation: its programs, and a back for each MPI library that it serves.
#pragma once

#include <string>
#include <vector>

#include "runtime/loading/mpi_library.h"
#include "tools/programs/executable.h"

namespace topomorph::programs {

struct Back {
  std::string name;   ///< "openmpi4", "mpich", as in libtopomorph-mpich.so
  std::string links;  ///< topomorph-links for this library, an MPI program; empty: not installed
  std::string file;
  loading::Kind kind() const;
};

/// Returns the installed backs, sorted by name.
std::vector<Back> installed_backs();

/// Returns "openmpi4, mpich"; "none" for an empty list.
std::string names_of(const std::vector<Back>& backs);

/// Returns the name that users know: "Open MPI", "MPICH", "the standard's interface".
std::string name_of(loading::Kind kind);

/// Returns which MPI library the launcher of this process belongs to; None if no variable says.
loading::Kind kind_of_job();

/// Returns the kind of the MPI library among those that a program is linked with; None: there is none.
loading::Kind kind_of_program(const Libraries& libraries);

/// Returns topomorph-links for a library of this kind, or of any kind for None; the first whose MPI library is found
/// here comes before the others, under a launcher with PMIx Open MPI's before all. Empty: none is installed.
std::string links_program_for(loading::Kind kind);

/// Paths as installed or as built, relative to this executable; empty if the file does not exist.
std::string library_path();                               ///< libtopomorph.so
std::string links_program_path(const std::string& back);  ///< topomorph-links for a back's MPI library
std::string engine_program_path();                        ///< TOPOMORPH_ENGINE, or topomorph-engine

/// Path of this executable.
std::string own_path();

}  // namespace topomorph::programs
