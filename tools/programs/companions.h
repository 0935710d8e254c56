// The other files of the installation.
#pragma once

#include <string>

namespace topomorph::programs {

/// Paths as installed or as built, relative to this executable; empty if the file does not exist.
std::string library_path();                               ///< libtopomorph.so
std::string links_program_path(const std::string& back);  ///< topomorph-links for a back's MPI library
std::string engine_program_path();                        ///< TOPOMORPH_ENGINE, or topomorph-engine

/// Path of this executable.
std::string own_path();

}  // namespace topomorph::programs
