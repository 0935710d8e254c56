# The compiler settings every target of the project shares, as the interface target topomorph::options.
add_library(topomorph_options INTERFACE)
add_library(topomorph::options ALIAS topomorph_options)

target_compile_features(topomorph_options INTERFACE cxx_std_20)
target_include_directories(topomorph_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(topomorph_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX,C>:-Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion>
  $<$<AND:$<BOOL:${TOPOMORPH_WARNINGS_AS_ERRORS}>,$<COMPILE_LANGUAGE:CXX,C>>:-Werror>)
# ccache needs to see what a precompiled header was made of (CCACHE_SLOPPINESS in tools/build).
if(TOPOMORPH_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(topomorph_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
endif()
# What g++ 12 warns of in its own std::string at -O3 is none (GCC bug 105651); the presets build with -O2.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(topomorph_options INTERFACE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-Wno-restrict>)
endif()
# g++ 14 warns of copies of short vectors in its own C++ library that never happen.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  target_compile_options(topomorph_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-array-bounds;-Wno-stringop-overflow>)
endif()

# Everything, the preloaded library too: what runs with it must then have the sanitizer's run-time in front (docs/hardening.md).
if(TOPOMORPH_SANITIZE)
  add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=${TOPOMORPH_SANITIZE}>
                      $<$<COMPILE_LANGUAGE:C,CXX>:-fno-omit-frame-pointer> $<$<COMPILE_LANGUAGE:C,CXX>:-fno-sanitize-recover=all>)
  add_link_options(-fsanitize=${TOPOMORPH_SANITIZE})
endif()
if(TOPOMORPH_FUZZ)
  add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=fuzzer-no-link>)
endif()

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()

# Where an installation has the Python module; the module and the files that lead to it need it.
set(python_folder ${CMAKE_INSTALL_DATADIR}/topomorph/python)
