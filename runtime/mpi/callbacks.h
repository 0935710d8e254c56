// Stands in for callbacks of the application that libmpi calls from inside a wrapped call: they see MPI_COMM_WORLD
// instead of its substitute, and their own calls count as calls of the application.
#pragma once

#include <mpi.h>

namespace topomorph::runtime {

/// The kind of an object. C types do not tell it: in MPICH all handles are int.
enum class Kind { Comm, Win, Type, File };

/// A pair of attribute callbacks of the application and the extra state that they expect. libmpi gets it as the extra
/// state of our own pair. It is never freed, because attributes outlive their freed keyval; keyvals of equal content
/// share it.
template <Kind, class Copy, class Delete>
struct AttributeCallbacks {
  Copy* copy;
  Delete* erase;
  void* state;
};

using CommCallbacks = AttributeCallbacks<Kind::Comm, MPI_Comm_copy_attr_function, MPI_Comm_delete_attr_function>;
using WinCallbacks = AttributeCallbacks<Kind::Win, MPI_Win_copy_attr_function, MPI_Win_delete_attr_function>;
using TypeCallbacks = AttributeCallbacks<Kind::Type, MPI_Type_copy_attr_function, MPI_Type_delete_attr_function>;

int copy_comm_attribute(MPI_Comm comm, int keyval, void* callbacks, void* value, void* copied, int* flag);
int delete_comm_attribute(MPI_Comm comm, int keyval, void* value, void* callbacks);
int copy_win_attribute(MPI_Win win, int keyval, void* callbacks, void* value, void* copied, int* flag);
int delete_win_attribute(MPI_Win win, int keyval, void* value, void* callbacks);
int copy_type_attribute(MPI_Datatype type, int keyval, void* callbacks, void* value, void* copied, int* flag);
int delete_type_attribute(MPI_Datatype type, int keyval, void* value, void* callbacks);

CommCallbacks* keep(const CommCallbacks& callbacks);
WinCallbacks* keep(const WinCallbacks& callbacks);
TypeCallbacks* keep(const TypeCallbacks& callbacks);

/// Return a function of ours that calls `function`. There are kTrampolines functions of each kind, because C passes no
/// state to error handlers and reductions. After that many different functions they return `function` itself, whose
/// callback then sees the substitute.
inline constexpr int kTrampolines = 128;
MPI_Comm_errhandler_function* comm_error_trampoline(MPI_Comm_errhandler_function* function);
MPI_Win_errhandler_function* win_error_trampoline(MPI_Win_errhandler_function* function);
MPI_File_errhandler_function* file_error_trampoline(MPI_File_errhandler_function* function);
/// Returns the function that an error handler's trampoline calls; `function` itself if it is no trampoline.
void* behind_error_trampoline(void* function);
MPI_User_function* reduction_trampoline(MPI_User_function* function);

}  // namespace topomorph::runtime
