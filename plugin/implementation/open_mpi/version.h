// Which Open MPI runs: its internal functions are the same in some versions only.
#pragma once

namespace topomorph::implementation::open_mpi {

/// Whether our functions in front of its internal ones (callbacks.cpp, reports.cpp, monitoring_components.cpp) were
/// checked against the version of which MPI_Get_library_version says "Open MPI v4.1.4, package: ...": those of 4.1
/// and 5.0.
bool internals_are_known_of(const char* version);

}  // namespace topomorph::implementation::open_mpi
