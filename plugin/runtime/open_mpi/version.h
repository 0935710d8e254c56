// Which Open MPI runs: its internal functions and its components are the same in some versions only.
#pragma once

namespace topomorph::runtime::open_mpi {

/// Whether the functions that this plugin defines in place of internal ones (callbacks.cpp, message_reports.cpp,
/// monitoring_components.cpp) were checked against a version, given as MPI_Get_library_version writes it ("Open MPI
/// v4.1.4, package: ..."). The versions 4.1 and 5.0 were checked.
bool internals_are_known_of(const char* version);

/// Whether the monitoring components are libraries of their own, as in 4.1. In 5.0 they are parts of libmpi and cannot
/// be switched on one by one; they then stay off.
bool monitoring_components_are_separate();

}  // namespace topomorph::runtime::open_mpi
