// What several checks need to know, found out once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/topomorph/program_libraries.h"

namespace topomorph::cli::doctor {

/// The MPI library that TopoMorph was built with, and the one that is loaded here, as topomorph-links says.
struct MpiLibrary {
  std::string built, found;  ///< "Open MPI 4.1.4"
  std::string problem;       ///< why nothing is found; else empty
  bool is_absent = false;    ///< there is no topomorph-links to ask
};

/// mpirun, or where that is of another MPI library the one that Debian calls mpirun.openmpi or mpirun.mpich.
struct Launcher {
  std::string name, version;  ///< "mpirun (Open MPI) 4.1.4"; empty: there is none
};

/// A job of two ranks that was tried.
struct TriedJob {
  bool tried = false;
  std::string problem;    ///< empty: both ranks did what they should, and their profile was written
  std::vector<int> cpus;  ///< number of CPUs that each rank may use
  bool exact = false;     ///< Open MPI told what its collectives sent
  std::string why_not;    ///< where it was not tried
};

using cli::libraries_listed;

class Surroundings {
 public:
  std::string program;    ///< to be looked at; empty: none
  bool may_start = true;  ///< whether a job may be tried

  const MpiLibrary& mpi();
  const Launcher& launcher();
  const TriedJob& job();
  const Libraries& program_libraries();

 private:
  std::optional<MpiLibrary> mpi_;
  std::optional<Launcher> launcher_;
  std::optional<TriedJob> job_;
  std::optional<Libraries> libraries_;
};

/// Whether this program is in the folder where it was built, where a part may be not built yet.
bool is_built_here();

/// "Open MPI", "MPICH", ... in what a library or a launcher says of itself; empty: neither.
std::string family_of(const std::string& version);

/// One line of what mpirun --version prints.
std::string launcher_version(const std::string& output);

}  // namespace topomorph::cli::doctor
