// Facts that several checks need, found out once, and a folder of the doctor's own for its job.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/folder.h"
#include "tools/programs/backs.h"
#include "tools/programs/executable.h"

namespace topomorph::doctor {

/// The MPI library that one back was built for and the one that is loaded here, as topomorph-links reports them. It is
/// the back for the program to be checked, else for the launcher in PATH.
struct MpiLibrary {
  std::string links;         ///< the program that was asked; empty: none is installed
  std::string built, found;  ///< "Open MPI 4.1.4"
  std::string problem;       ///< the reason why nothing is found; empty: none
  bool is_absent() const { return links.empty(); }
};

/// mpirun, or, if it belongs to another MPI library, Debian's mpirun.openmpi or mpirun.mpich.
struct Launcher {
  std::string name, version;  ///< "mpirun (Open MPI) 4.1.4"; empty: no launcher
};

/// A trial job of two ranks.
struct TriedJob {
  bool tried = false;
  std::string problem = {};    ///< empty: both ranks worked, and their profile was written
  std::vector<int> cpus = {};  ///< number of CPUs that each rank may use
  bool exact = false;          ///< Open MPI reported the messages of its collectives
  std::string excluded = {};   ///< the line of a list of the site file that has kept TopoMorph out; empty: none has
  std::string why_not = {};    ///< the reason why it was not tried
};

class Surroundings {
 public:
  std::string program;    ///< to be checked; empty: none
  bool may_start = true;  ///< whether a job may be tried

  const MpiLibrary& mpi();
  const Launcher& launcher();
  const TriedJob& job();
  const programs::Libraries& program_libraries();

 private:
  loading::Kind wanted_kind();

  std::optional<MpiLibrary> mpi_;
  std::optional<Launcher> launcher_;
  std::optional<TriedJob> job_;
  std::optional<programs::Libraries> libraries_;
};

/// Seconds for a child that does next to nothing.
inline constexpr double kChildTimeout = 20;

/// Whether this program is in its build folder, where some parts may not be built yet.
bool is_built_here();

/// Returns "Open MPI", "MPICH", … from the version text of a library or launcher; empty: neither.
std::string family_of(const std::string& version);

/// Returns one line of the output of mpirun --version.
std::string launcher_version(const std::string& output);

/// The folder is held open. The destructor removes what is in it by the descriptor, and then its name, if the name is
/// still this folder's.
class TemporaryFolder {
 public:
  /// Makes the folder in `where`. Throws InputError, also where others than the caller and root could exchange it: then
  /// its path could lead the job to another folder of the caller's.
  explicit TemporaryFolder(const std::string& where);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const Folder& folder() const { return folder_; }

 private:
  Folder outer_;
  std::string name_;
  Folder folder_;
};

}  // namespace topomorph::doctor
