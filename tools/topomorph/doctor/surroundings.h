// What several checks need to know, found out once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace topomorph::cli::doctor {

/// The MPI library that TopoMorph was built with, and the one that is loaded here, as topomorph-links says.
struct MpiLibrary {
  std::string built, found;  ///< "Open MPI 4.1.4"
  std::string problem;       ///< why nothing is found; else empty
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
  std::string why_not;    ///< where it was not tried
};

/// What the loader would give a program.
struct Libraries {
  std::map<std::string, std::string> paths;  ///< by soname; an empty path: not found
  std::string problem;                       ///< what the loader has against it; empty: nothing, or not asked
  std::string why_not;                       ///< where it was not asked
};

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

/// "Open MPI", "MPICH", ... in what a library or a launcher says of itself; empty: neither.
std::string family_of(const std::string& version);

/// One line of what mpirun --version prints.
std::string launcher_version(const std::string& output);

/// The lines of ld.so's list of a program's libraries: "libmpi.so.40 => /usr/lib/libmpi.so.40 (0x...)", by soname.
/// Paths may be relative, as in LD_LIBRARY_PATH; empty: "not found".
std::map<std::string, std::string> libraries_listed(const std::string& list);

}  // namespace topomorph::cli::doctor
