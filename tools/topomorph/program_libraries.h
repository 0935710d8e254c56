// What the dynamic loader would give a program.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/topomorph/child.h"

namespace topomorph::cli {

/// What the loader would give a program.
struct Libraries {
  std::map<std::string, std::string> paths;  ///< by soname; an empty path: not found
  std::string problem;                       ///< what the loader has against it; empty: nothing, or not asked
  std::string why_not;                       ///< where it was not asked
};

/// As ldd(1) does it: the program's own loader says what it would load. It must be ours: nothing else is started. Its
/// --list stops at the first library that is missing; a variable makes it go on. Of a script nothing is told.
Libraries libraries_of(const std::string& program, double seconds);

/// The lines of ld.so's list of a program's libraries: "libmpi.so.40 => /usr/lib/libmpi.so.40 (0x...)", by soname.
/// Paths may be relative, as in LD_LIBRARY_PATH; empty: "not found".
std::map<std::string, std::string> libraries_listed(const std::string& list);

/// The first library whose name begins so; empty: none.
std::string library_named(const std::map<std::string, std::string>& libraries, const std::vector<std::string>& names);

/// The soname of the MPI library among them; empty: none.
std::string mpi_library_of(const std::map<std::string, std::string>& libraries);

/// Why a child did not do what it should: what it said, or how it ended.
std::string problem_of(const ChildResult& child);

}  // namespace topomorph::cli
