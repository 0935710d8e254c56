# TOPOMORPH_INSTALLED names an installation, or a build, of TopoMorph. Then nothing of it is built: the tests that run jobs are built for the
# MPI library that find_package(MPI) has found, and run that installation. So one installation is tested with each MPI library of a machine.
file(GLOB library ${TOPOMORPH_INSTALLED}/lib*/libtopomorph.so ${TOPOMORPH_INSTALLED}/lib/*/libtopomorph.so)
set(program ${TOPOMORPH_INSTALLED}/bin/topomorph)
set(engine ${TOPOMORPH_INSTALLED}/libexec/topomorph/topomorph-engine)
foreach(file ${program} ${engine} "${library}")
  if(NOT EXISTS "${file}")
    message(FATAL_ERROR "TOPOMORPH_INSTALLED=${TOPOMORPH_INSTALLED}: no installation or build of TopoMorph is there")
  endif()
endforeach()

add_library(topomorph SHARED IMPORTED GLOBAL)
set_target_properties(topomorph PROPERTIES
  IMPORTED_LOCATION ${library}
  INTERFACE_INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/plugin/api
  INTERFACE_LINK_LIBRARIES MPI::MPI_C
  INTERFACE_LINK_OPTIONS -Wl,--no-as-needed)
add_executable(topomorph_cli IMPORTED GLOBAL)
add_executable(topomorph_engine IMPORTED GLOBAL)
set_target_properties(topomorph_cli PROPERTIES IMPORTED_LOCATION ${program})
set_target_properties(topomorph_engine PROPERTIES IMPORTED_LOCATION ${engine})
if(TOPOMORPH_FORTRAN)
  add_subdirectory(plugin/fortran)
endif()
