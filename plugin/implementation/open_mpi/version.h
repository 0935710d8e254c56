// Which Open MPI runs: its internal functions and its parts are the same in some versions only.
#pragma once

namespace topomorph::implementation::open_mpi {

/// Whether our functions in front of its internal ones (callbacks.cpp, reports.cpp, monitoring_components.cpp) were
/// checked against the version of which MPI_Get_library_version says "Open MPI v4.1.4, package: ...": those of 4.1
/// and 5.0.
bool internals_are_known_of(const char* version);

/// Whether its monitoring components are libraries of their own, as in 4.1; where they are parts of libmpi, as in 5.0,
/// none can be switched on without the others, and all stays as it is.
bool monitoring_is_apart();

}  // namespace topomorph::implementation::open_mpi
