// The short name of an MPI library, from what it says of itself.
#pragma once

#include <string>
#include <string_view>

namespace topomorph::inline base {

/// Returns "Open MPI 4.1.4" for "Open MPI v4.1.4, package: …", "MPICH 4.0.2" for "MPICH Version:\t4.0.2 …"; of another
/// library, the first line. `said` is what MPI_Get_library_version returns.
inline std::string short_library_name(std::string_view said) {
  const bool open = said.starts_with("Open MPI");
  const std::size_t begin = said.find_first_of("0123456789");
  if (begin == said.npos || (!open && !said.starts_with("MPICH"))) return std::string(said.substr(0, said.find('\n')));
  const std::string_view version = said.substr(begin, said.find_first_not_of("0123456789.abrc", begin) - begin);
  return (open ? "Open MPI " : "MPICH ") + std::string(version);
}

}  // namespace topomorph::inline base
