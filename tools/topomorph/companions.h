// What belongs to this program and is installed elsewhere.
#pragma once

#include <string>

namespace topomorph::cli {

/// Paths, as installed or as built, found from this executable's place; empty where there is no such file.
std::string library_path();         ///< libtopomorph.so
std::string links_program_path();   ///< topomorph-links, an MPI program
std::string engine_program_path();  ///< TOPOMORPH_ENGINE, or topomorph-engine

/// This executable.
std::string own_path();

}  // namespace topomorph::cli
