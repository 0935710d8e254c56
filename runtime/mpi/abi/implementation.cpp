// Answers the questions of implementation.h for a library with the standard's binary interface, whoever made it:
// nothing is known beyond the standard, except for the board of its launcher.
#include "runtime/mpi/implementation.h"

#include <string_view>

#include "runtime/mpi/real_mpi.h"

namespace topomorph::runtime {

/// None are defined: callbacks of C are seen through trampolines, and Fortran's through the C functions that its
/// bindings call.
bool internals_are_known() { return true; }

void before_init(bool) {}

void after_init() {}

bool reads_rank_itself(const void*) { return false; }

bool knows_hosts() { return false; }

bool speaks_pmi() {
  char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  return real::Get_library_version(version, &length) == MPI_SUCCESS && std::string_view(version).starts_with("MPICH");
}

bool reports_messages(const MessageObserver&) { return false; }

bool copies_world_attributes() { return false; }

bool copy_attribute_of_other_language(MPI_Comm, MPI_Comm, int, const CommCallbacks&, int&) { return false; }

}  // namespace topomorph::runtime
