// What a process can say of itself: its host, its CPUs, its program, its MPI library and its rank.
#pragma once

#include <cstdint>
#include <string>

namespace topomorph::reorder {

/// Returns the name of this host as the launcher gives it through PMIx, else as MPI does.
std::string host_name();

/// Returns the CPUs that this process may run on as a list ("0-3,8"); empty if the system does not tell.
std::string cpu_list();

/// Returns the command line of this process, with words separated by zeros as the system keeps it.
std::string command_line();

/// Returns "Open MPI v4.1.4".
std::string mpi_version();

/// Returns the rank of this process in MPI_COMM_WORLD as the program sees it.
std::uint64_t visible_world_rank();

}  // namespace topomorph::reorder
