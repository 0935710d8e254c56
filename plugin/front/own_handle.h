// Leads calls to the wrappers even if they were looked up in the MPI library's own handle.
#pragma once

namespace topomorph::front {

/// Makes dlsym() and dlvsym() find our functions from now on, also with the handle of the loaded MPI library (from
/// ctypes.CDLL, in a plugin, from Julia in a C program), as they do in the scope of the whole process. Otherwise one
/// process would have two ranks. Bindings that other libraries have already, and the MPI library's own calls, stay.
///
/// Method: our addresses are written into the library's table of dynamic symbols, in the memory of this process only.
/// The alternatives are worse: a dlsym of our own would have to know its caller, and an auditing library changes how
/// all symbols are bound. Price: backtrace_symbols() and dladdr() do not name the MPI library's functions any more;
/// debuggers and profilers, which read its file, do.
///
/// Does nothing if no MPI library is loaded yet, if it was done already, or if another tool has PMPI_ functions of its
/// own. Called again in MPI_Init, because a library may be loaded in between.
void catch_lookups_in_own_handle();

/// Returns the MPI library's own function of that name, in whose place a lookup finds ours; null if there is none.
void* replaced_in_own_handle(const char* symbol);

}  // namespace topomorph::front
