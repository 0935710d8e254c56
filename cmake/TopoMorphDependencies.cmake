# The libraries from outside; each missing one is named with the Debian package that has it.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(MPI REQUIRED COMPONENTS C)
if(TOPOMORPH_FORTRAN)
  enable_language(Fortran) # here, at the top: what a folder enables, its neighbours do not have
  find_package(MPI REQUIRED COMPONENTS Fortran)
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter) # generates the wrappers at build time

pkg_check_modules(HWLOC REQUIRED IMPORTED_TARGET hwloc)     # libhwloc-dev
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)  # libsqlite3-dev
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)     # libzstd-dev
find_package(fmt REQUIRED)                                  # libfmt-dev
find_package(CLI11 REQUIRED)                                # libcli11-dev
find_package(nlohmann_json REQUIRED)                        # nlohmann-json3-dev

find_path(SCOTCH_INCLUDE_DIR scotch.h PATH_SUFFIXES scotch)  # libscotch-dev
find_library(SCOTCH_LIBRARY scotch)
if(NOT SCOTCH_INCLUDE_DIR OR NOT SCOTCH_LIBRARY)
  message(FATAL_ERROR "libscotch is missing: libscotch-dev")
endif()
add_library(Scotch::scotch SHARED IMPORTED)
set_target_properties(Scotch::scotch PROPERTIES
  IMPORTED_LOCATION ${SCOTCH_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${SCOTCH_INCLUDE_DIR})

# Of traces of Score-P and TAU, which are refused without it: libopen-trace-format2-dev, elsewhere libotf2. Before version 3 its functions
# had other parameters.
find_path(OTF2_INCLUDE_DIR otf2/otf2.h)
find_library(OTF2_LIBRARY NAMES libotf2.a libopen-trace-format2.a otf2 open-trace-format2) # static: compute nodes seldom have it
set(definitions ${OTF2_INCLUDE_DIR}/otf2/OTF2_GlobalDefReaderCallbacks.h)
if(OTF2_LIBRARY AND EXISTS ${definitions})
  file(STRINGS ${definitions} since_version_3 REGEX SetInterCommCallback LIMIT_COUNT 1)
endif()
if(since_version_3)
  set(OTF2_FOUND TRUE)
  add_library(OTF2::otf2 UNKNOWN IMPORTED)
  set_target_properties(OTF2::otf2 PROPERTIES IMPORTED_LOCATION ${OTF2_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${OTF2_INCLUDE_DIR})
endif()
