# Finds the MPI libraries to build backs for. Of each only mpi.h is needed. TOPOMORPH_MPIS are their names: openmpi4, openmpi5, mpich, abi.
# For each NAME: TOPOMORPH_INCLUDE_NAME, the folders of its mpi.h; TOPOMORPH_FOLDER_NAME, the folder of runtime/mpi that answers what the
# standard leaves open (runtime/mpi/implementation.h says how to add one). If they are known: TOPOMORPH_LINK_NAME, what links a program, and
# TOPOMORPH_FORTRAN_INCLUDE_NAME, the folders of the module mpi_f08.
#
# The first is the one that find_package(MPI) has found, TOPOMORPH_MPI: the tests, the Fortran module and topomorph-links are built with it,
# and TOPOMORPH_LIBMPI is its library. TOPOMORPH_USUAL_MPI names those of Debian, as far as they
# are there, and TOPOMORPH_MORE_MPI more, by their compilers or by the folders of their mpi.h.
set(TOPOMORPH_USUAL_MPI "mpicc.openmpi;mpicc.mpich" CACHE STRING "MPI libraries to serve if they are there, by their compilers")
set(TOPOMORPH_MORE_MPI "" CACHE STRING "More MPI libraries to serve: compilers, or folders with mpi.h")

# topomorph_mpi_name(VARIABLE folders…): tells the library by what its mpi.h defines; empty if there is none or it is not known.
function(topomorph_mpi_name variable)
  list(TRANSFORM ARGN PREPEND -I OUTPUT_VARIABLE includes)
  file(WRITE ${CMAKE_BINARY_DIR}/CMakeFiles/mpi_name.c "#include <mpi.h>
#if defined(OPEN_MPI)
topomorph_name openmpi OMPI_MAJOR_VERSION
#elif defined(MPICH_VERSION)
topomorph_name mpich
#elif defined(MPI_ABI_VERSION)
topomorph_name abi
#endif
")
  execute_process(COMMAND ${CMAKE_C_COMPILER} -E ${includes} ${CMAKE_BINARY_DIR}/CMakeFiles/mpi_name.c OUTPUT_VARIABLE text ERROR_QUIET)
  set(name "")
  if(text MATCHES "topomorph_name ([a-z]+) ?([0-9]*)")
    set(name ${CMAKE_MATCH_1}${CMAKE_MATCH_2})
  endif()
  set(${variable} "${name}" PARENT_SCOPE)
endfunction()

# topomorph_add_mpi(link fortran folders…): appends a library to TOPOMORPH_MPIS, unless it is there.
macro(topomorph_add_mpi link fortran)
  topomorph_mpi_name(name ${ARGN})
  if(name AND NOT name IN_LIST TOPOMORPH_MPIS)
    list(APPEND TOPOMORPH_MPIS ${name})
    set(TOPOMORPH_INCLUDE_${name} ${ARGN})
    set(TOPOMORPH_LINK_${name} "${link}")
    set(TOPOMORPH_FORTRAN_INCLUDE_${name} "${fortran}")
    string(REGEX REPLACE "^openmpi[0-9]+$" "open_mpi" TOPOMORPH_FOLDER_${name} ${name})
    message(STATUS "MPI library: ${name}, ${ARGN}")
  endif()
endmacro()

# topomorph_ask_compiler(INCLUDES LINK compiler): asks an MPI compiler, which prints the command that it would run.
function(topomorph_ask_compiler includes link compiler)
  execute_process(COMMAND ${compiler} -show OUTPUT_VARIABLE text ERROR_QUIET RESULT_VARIABLE failed)
  separate_arguments(words UNIX_COMMAND "${text}")
  set(folders ${words})
  list(FILTER folders INCLUDE REGEX "^-I")
  list(TRANSFORM folders REPLACE "^-I" "")
  set(libraries ${words})
  list(FILTER libraries INCLUDE REGEX "^-(L|l|Wl,)")
  set(${includes} "${folders}" PARENT_SCOPE)
  set(${link} "${libraries}" PARENT_SCOPE)
endfunction()

set(TOPOMORPH_MPIS "")
topomorph_add_mpi(MPI::MPI_C "" ${MPI_C_INCLUDE_DIRS})
if(NOT TOPOMORPH_MPIS)
  message(FATAL_ERROR "mpi.h in ${MPI_C_INCLUDE_DIRS} is neither Open MPI's nor MPICH's nor the standard's")
endif()
list(GET TOPOMORPH_MPIS 0 TOPOMORPH_MPI)
set(TOPOMORPH_IMPLEMENTATION ${TOPOMORPH_FOLDER_${TOPOMORPH_MPI}})
foreach(more ${TOPOMORPH_USUAL_MPI} ${TOPOMORPH_MORE_MPI})
  set(folders ${more})
  set(link "")
  set(fortran "")
  if(NOT IS_DIRECTORY ${more})
    find_program(TOPOMORPH_COMPILER_${more} ${more})
    mark_as_advanced(TOPOMORPH_COMPILER_${more})
    set(folders "")
    if(TOPOMORPH_COMPILER_${more})
      topomorph_ask_compiler(folders link ${TOPOMORPH_COMPILER_${more}})
      string(REGEX REPLACE "mpicc([^/]*)$" "mpifort\\1" compiler ${TOPOMORPH_COMPILER_${more}})
      if(TOPOMORPH_FORTRAN AND EXISTS ${compiler})
        topomorph_ask_compiler(fortran unused ${compiler})
      endif()
    endif()
  endif()
  topomorph_add_mpi("${link}" "${fortran}" ${folders})
endforeach()

# The standard's interface comes with libraries that have it: Open MPI 6 has its mpi.h in a folder, MPICH 5 calls it mpi_abi.h.
foreach(mpi ${TOPOMORPH_MPIS})
  foreach(folder ${TOPOMORPH_INCLUDE_${mpi}})
    if(EXISTS ${folder}/standard_abi/mpi.h)
      topomorph_add_mpi("" "" ${folder}/standard_abi)
    elseif(EXISTS ${folder}/mpi_abi.h)
      file(WRITE ${CMAKE_BINARY_DIR}/mpi_abi/mpi.h "#include <mpi_abi.h>\n")
      topomorph_add_mpi("" "" ${CMAKE_BINARY_DIR}/mpi_abi ${folder})
    endif()
  endforeach()
endforeach()

set(TOPOMORPH_LIBMPI ${MPI_C_LIBRARIES})
list(FILTER TOPOMORPH_LIBMPI INCLUDE REGEX "libmpi[^/]*\\.so$")
list(GET TOPOMORPH_LIBMPI 0 TOPOMORPH_LIBMPI)
