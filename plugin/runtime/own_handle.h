// Calls that were looked up in the MPI library's own handle reach the wrappers, too.
#pragma once

namespace topomorph::runtime {

/// From now on, dlsym() and dlvsym() with the handle of the loaded MPI library (of ctypes.CDLL, of a plugin, of Julia
/// in a C program) find our functions, as a lookup in the whole process does: a process must not have two ranks. What
/// other libraries were bound to before stays, and so does what the MPI library calls itself.
///
/// How: the addresses in the library's table of dynamic symbols are ours from then on, in this process's memory alone.
/// Other ways were worse: a dlsym of our own must know its caller, and an auditing library changes how all symbols are
/// bound. Price: backtrace_symbols() and dladdr() do not name the MPI library's functions; debuggers and profilers,
/// which read its file, do.
///
/// Does nothing where no MPI library is loaded yet, where it was done already, and where another tool has PMPI_
/// functions of its own. Call it again in MPI_Init: a library may be loaded between.
void catch_lookups_in_own_handle();

/// The MPI library's own function of that name, in whose place a lookup finds ours; null: there is none.
void* replaced_in_own_handle(const char* symbol);

}  // namespace topomorph::runtime
