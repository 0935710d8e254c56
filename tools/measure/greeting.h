// What topomorph doctor asks an MPI program: which library it has, and whether two ranks find each other.
#pragma once

#include <string>

namespace topomorph::measure {

/// Prints a line of JSON: "built", the MPI library of the header, and "found", the one that is loaded. Under
/// TopoMorph's library also what does not fit there (plugin/contract.cpp). Needs no MPI_Init.
void tell_library();

/// Process 0 prints a line of JSON: "said", what each process was given, in order. Collective, between MPI_Init and
/// MPI_Finalize.
void tell_said(const std::string& text);

/// Sends a message around a ring of all processes; process 0 prints a line of JSON: "cpus", how many each may use.
/// Collective, between MPI_Init and MPI_Finalize.
void greet();

}  // namespace topomorph::measure
