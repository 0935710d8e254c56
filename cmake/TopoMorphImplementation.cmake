# Finds out for which MPI library the build is, from what mpi.h defines. TOPOMORPH_IMPLEMENTATION names a folder of plugin/runtime
# (plugin/runtime/implementation.h says how to add one), TOPOMORPH_LIBMPI is the installed library.
include(CheckSymbolExists)

function(topomorph_find_implementation)
  set(CMAKE_REQUIRED_INCLUDES ${MPI_C_INCLUDE_DIRS})
  set(CMAKE_REQUIRED_QUIET ON)
  set(names  open_mpi mpich)
  set(macros OPEN_MPI MPICH_VERSION)
  foreach(name macro IN ZIP_LISTS names macros)
    check_symbol_exists(${macro} mpi.h TOPOMORPH_MPI_HAS_${macro})
    if(TOPOMORPH_MPI_HAS_${macro})
      message(STATUS "MPI implementation: ${name}")
      set(TOPOMORPH_IMPLEMENTATION ${name} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "mpi.h in ${MPI_C_INCLUDE_DIRS} is neither Open MPI's nor MPICH's")
endfunction()

topomorph_find_implementation()
# At run time a process is searched for a library with the soname of this one.
set(TOPOMORPH_LIBMPI ${MPI_C_LIBRARIES})
list(FILTER TOPOMORPH_LIBMPI INCLUDE REGEX "libmpi[^/]*\\.so$")
list(GET TOPOMORPH_LIBMPI 0 TOPOMORPH_LIBMPI)
