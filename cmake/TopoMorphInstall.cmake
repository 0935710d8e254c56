# What an installation has besides the programs and libraries: how builds find it, a module file, the package.
# Everything is found from its own place: an installation may be moved as a whole.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/TopoMorph)
set(module_folder ${CMAKE_INSTALL_DATADIR}/topomorph/modulefiles/topomorph)
file(RELATIVE_PATH prefix_from_pkgconfig /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
file(RELATIVE_PATH prefix_from_module /${module_folder} /)

set(made ${PROJECT_BINARY_DIR}/install)
set(source ${CMAKE_CURRENT_LIST_DIR}/install)
set(pkgconfig ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/pkgconfig) # where a build is found too
configure_file(${source}/topomorph.pc.in ${pkgconfig}/topomorph.pc @ONLY)
configure_file(${source}/modulefile.in ${made}/${PROJECT_VERSION} @ONLY)
configure_package_config_file(${source}/TopoMorphConfig.cmake.in ${made}/TopoMorphConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${made}/TopoMorphConfigVersion.cmake COMPATIBILITY SameMajorVersion)

install(EXPORT TopoMorphTargets NAMESPACE TopoMorph:: DESTINATION ${package_folder})
install(FILES ${made}/TopoMorphConfig.cmake ${made}/TopoMorphConfigVersion.cmake DESTINATION ${package_folder})
install(FILES ${pkgconfig}/topomorph.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${made}/${PROJECT_VERSION} DESTINATION ${module_folder})
if(TOPOMORPH_FORTRAN)
  install(EXPORT TopoMorphFortranTargets NAMESPACE TopoMorph:: DESTINATION ${package_folder})
  configure_file(${source}/topomorph-fortran.pc.in ${pkgconfig}/topomorph-fortran.pc @ONLY)
  install(FILES ${pkgconfig}/topomorph-fortran.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.svg"
        PATTERN site EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)

# cpack -G DEB
set(CPACK_PACKAGE_NAME topomorph)
set(CPACK_PACKAGE_CONTACT "The TopoMorph developers <maintainers@topomorph.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS openmpi-bin) # looked up at run time: no library says so
include(CPack)
