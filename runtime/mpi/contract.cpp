// Compares the functions that the MPI library exports with those that this library exports.
#include "runtime/mpi/contract.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "runtime/loading/dynamic_symbols.h"
#include "runtime/mpi/resolve.h"

namespace topomorph::runtime {
namespace {

/// Functions of these groups take objects of the group: from MPI 2 on, the standard names functions in this way.
/// Functions of windows and files that take a communicator are in the table.
constexpr std::string_view kGroups[] = {"T_", "Info_", "Type_", "Op_", "Group_", "Status_", "Session_", "Errhandler_",
                                        "File_", "Win_", "Request_", "Message_", "Buffer_", "Get_", "Add_", "Remove_",
                                        "Abi_", "Aint_", "Query_", "GPU_", "Grequest_", "Delete_error_",
                                        // of MPICH
                                        "Async_", "Start_progress_", "Stop_progress_", "Stream_create", "Stream_free",
                                        "Stream_progress", "Wait_", "Waitall_", "Comm_create_errhandler_x"};

/// Returns "Send" of "MPI_Send" and "MPIX_Send"; null for other names and for PMPI_ forms.
const char* after_prefix(const char* name) {
  const std::string_view text = name;
  return text.starts_with("MPI_") ? name + 4 : text.starts_with("MPIX_") ? name + 5 : nullptr;
}

/// True for "COMM_DUP_FN" and "WTIME_F90": predefined callbacks, and functions for Fortran's bindings.
bool is_in_capitals(const char* name) {
  for (; *name != '\0'; ++name) {
    if (std::islower(static_cast<unsigned char>(*name)) != 0) return false;
  }
  return true;
}

}  // namespace

bool takes_no_communicator(const char* function) {
  const char* const name = after_prefix(function);
  if (name == nullptr || is_in_capitals(name)) return true;
  return std::ranges::any_of(kGroups,
                             [&](std::string_view group) { return std::string_view(name).starts_with(group); });
}

const char* unwrapped_function() {
  if (front() == nullptr) return nullptr;
  const loading::DynamicSymbols symbols(*front()->mpi_library), ours(*front()->own);
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const char* const name = symbols.name(i);
    if (symbols.is_exported_function(i) && !takes_no_communicator(name) &&
        ours.exported_function(name) == ours.size()) {
      return name;
    }
  }
  return nullptr;
}

}  // namespace topomorph::runtime
