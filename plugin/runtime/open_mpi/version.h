// Which Open MPI runs: its internal functions and its components are the same in some versions only.
#pragma once

namespace topomorph::runtime::open_mpi {

/// Whether the functions that this plugin defines in place of internal ones (callbacks.cpp, message_reports.cpp,
/// monitoring_components.cpp) were checked against a version, given as MPI_Get_library_version writes it ("Open MPI
/// v4.1.4, package: ..."). The versions 4.1 and 5.0 were checked.
bool internals_are_known_of(const char* version);

}  // namespace topomorph::runtime::open_mpi
