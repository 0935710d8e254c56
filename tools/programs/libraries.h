// The libraries that the dynamic loader loads for a program.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/programs/child.h"

namespace topomorph::programs {

/// The loader's answer.
struct Libraries {
  std::map<std::string, std::string> paths;  ///< by soname; an empty path: not found
  std::string problem;                       ///< the loader's error; empty: none, or not asked
  std::string why_not;                       ///< the reason why it was not asked
};

/// Asks the program's own loader, as ldd(1) does. It must be this program's loader: no other one is started. Its --list
/// stops at the first missing library; a variable makes it continue. Scripts have no list.
Libraries libraries_of(const std::string& program, double seconds);

/// Parses the list of ld.so: "libmpi.so.40 => /usr/lib/libmpi.so.40 (0x...)". Returns paths by soname; empty for "not
/// found". Paths may be relative, as in LD_LIBRARY_PATH.
std::map<std::string, std::string> libraries_listed(const std::string& list);

/// Returns the first library whose name has one of these beginnings; empty: none.
std::string library_named(const std::map<std::string, std::string>& libraries, const std::vector<std::string>& names);

/// Returns the soname of the MPI library; empty: none.
std::string mpi_library_of(const std::map<std::string, std::string>& libraries);

}  // namespace topomorph::programs
