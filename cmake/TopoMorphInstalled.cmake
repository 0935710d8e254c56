# TOPOMORPH_INSTALLED names an installation, or a build, of TopoMorph. Then nothing of it is built: the tests that run jobs are built for the
# MPI library that find_package(MPI) has found, and run that installation. So one installation is tested with each MPI library of a machine.
find_program(TOPOMORPH_INSTALLED_PROGRAM topomorph PATHS ${TOPOMORPH_INSTALLED}/bin NO_DEFAULT_PATH REQUIRED)
find_program(TOPOMORPH_INSTALLED_ENGINE topomorph-engine PATHS ${TOPOMORPH_INSTALLED}/libexec/topomorph ${TOPOMORPH_INSTALLED}/lib/topomorph
             NO_DEFAULT_PATH REQUIRED)
find_library(TOPOMORPH_INSTALLED_LIBRARY topomorph PATHS ${TOPOMORPH_INSTALLED}/lib ${TOPOMORPH_INSTALLED}/lib/${CMAKE_LIBRARY_ARCHITECTURE}
             NO_DEFAULT_PATH REQUIRED)

add_library(topomorph SHARED IMPORTED GLOBAL)
set_target_properties(topomorph PROPERTIES
  IMPORTED_LOCATION ${TOPOMORPH_INSTALLED_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/plugin/api
  INTERFACE_LINK_LIBRARIES MPI::MPI_C
  INTERFACE_LINK_OPTIONS -Wl,--no-as-needed)
foreach(program cli engine)
  add_executable(topomorph_${program} IMPORTED GLOBAL)
endforeach()
set_target_properties(topomorph_cli PROPERTIES IMPORTED_LOCATION ${TOPOMORPH_INSTALLED_PROGRAM})
set_target_properties(topomorph_engine PROPERTIES IMPORTED_LOCATION ${TOPOMORPH_INSTALLED_ENGINE})
if(TOPOMORPH_FORTRAN)
  add_subdirectory(plugin/fortran)
endif()
