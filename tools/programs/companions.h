// The other files of the installation.
#pragma once

#include <string>

namespace topomorph::programs {

/// Paths as installed or as built, relative to this executable; empty if the file does not exist.
std::string library_path();         ///< libtopomorph.so
std::string links_program_path();   ///< topomorph-links, an MPI program
std::string engine_program_path();  ///< TOPOMORPH_ENGINE, or topomorph-engine

/// Path of this executable.
std::string own_path();

}  // namespace topomorph::programs
