// The questions of topomorph doctor that only an MPI program can answer: the MPI library, and messages between ranks.
#pragma once

#include <string>

namespace topomorph::measure {

/// Prints a line of JSON: "built", the MPI library of the header, and "found", the loaded one. Under TopoMorph's
/// library also the differences to its table of MPI functions (runtime/mpi/contract.h). Needs no MPI_Init.
void print_library();

/// Prints, on process 0, a line of JSON: "said", the texts of all processes by rank. Collective, between MPI_Init and
/// MPI_Finalize.
void print_texts(const std::string& text);

/// Sends a message around a ring of all processes. Process 0 prints a line of JSON: "cpus", the number of CPUs that
/// each process may use. Collective, between MPI_Init and MPI_Finalize.
void print_cpus();

}  // namespace topomorph::measure
