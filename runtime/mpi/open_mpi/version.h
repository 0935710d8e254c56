// Which Open MPI runs: its internal functions and its components are the same in some versions only.
#pragma once

namespace topomorph::runtime::open_mpi {

/// Whether the functions that this plugin defines in place of internal ones (callbacks.cpp, message_reports.cpp,
/// monitoring_components.cpp) were checked against a version, given as MPI_Get_library_version writes it ("Open MPI
/// v4.1.4, package: ..."). The versions 4.1, 5.0 and 6.0 were checked.
bool internals_are_known_of(const char* version);

/// Whether a version may be asked to report messages. 6.0.0rc2 itself crashes in MPI_Init with
/// OMPI_MCA_pml_monitoring_enable: mca_common_monitoring_add_procs reads MPI_COMM_WORLD before that is made.
bool may_report(const char* version);

}  // namespace topomorph::runtime::open_mpi
