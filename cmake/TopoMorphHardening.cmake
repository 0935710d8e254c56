# topomorph_harden(): what is built ends at a fault in memory instead of going on with it, and has no table that is written after its start.
#
# It applies to all targets of the folders that were added before, which are what is installed: front, backs, engine, command, topomorph-links,
# Slurm's plugin, and the libraries that they are made of. tests/installation/hardening_test.py reads the result in the files; docs/hardening.md
# has it as a table, with what each costs. Sanitizers find more and have a libc of their own, so a build with them has none of this.

# Where the C++ library does not check its arguments (_GLIBCXX_ASSERTIONS), with what the checks took (docs/hardening.md): in the front and what
# is linked into it, because they need no C++ library that could report a broken one; where each wrapped call passes (2.3 ns a call); in the
# mapper's loops (10 to 24 % of its time), which have from others only what readers and the classes of affinity and topology have checked.
set(TOPOMORPH_WITHOUT_ASSERTIONS "^topomorph(|_loading|_mapping_.*|_evaluation|_(back|monitoring|runtime)_.*|_precompiled_unchecked)$")

# The highest level of _FORTIFY_SOURCE that compiler and libc have: 3 also knows the sizes of memory from malloc(). Each asks for functions of
# glibc 2.3.4 to 2.16 alone (older_libc.py). A distribution's own flags may have set it already.
function(topomorph_fortify_level variable)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_QUIET ON)
  set(CMAKE_REQUIRED_FLAGS "-O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
  check_cxx_source_compiles("#include <stdio.h>\n#if __USE_FORTIFY_LEVEL < 3\n#error lower\n#endif\nint main() {}" TOPOMORPH_FORTIFIES_3)
  set(${variable} 2 PARENT_SCOPE)
  if(TOPOMORPH_FORTIFIES_3)
    set(${variable} 3 PARENT_SCOPE)
  endif()
endfunction()

# topomorph_targets_below(VARIABLE folder): the targets of a folder and of all below it.
function(topomorph_targets_below variable folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below ${folders})
    topomorph_targets_below(more ${below})
    list(APPEND targets ${more})
  endforeach()
  set(${variable} ${targets} PARENT_SCOPE)
endfunction()

# Fortifying takes an optimising compiler: it is off where the build type is Debug.
function(topomorph_harden_target target fortify)
  set(compiled $<COMPILE_LANGUAGE:C,CXX>)
  target_compile_options(${target} PRIVATE
    $<${compiled}:-fstack-protector-strong>
    $<$<AND:${compiled},$<NOT:$<CONFIG:Debug>>>:-U_FORTIFY_SOURCE>
    $<$<AND:${compiled},$<NOT:$<CONFIG:Debug>>>:-D_FORTIFY_SOURCE=${fortify}>)
  if(NOT target MATCHES "${TOPOMORPH_WITHOUT_ASSERTIONS}")
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-D_GLIBCXX_ASSERTIONS>)
  endif()
  target_link_options(${target} PRIVATE LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
endfunction()

function(topomorph_harden)
  if(TOPOMORPH_SANITIZE OR TOPOMORPH_FUZZ)
    return()
  endif()
  topomorph_fortify_level(fortify)
  topomorph_targets_below(targets ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    if(type MATCHES "LIBRARY|EXECUTABLE" AND NOT type STREQUAL INTERFACE_LIBRARY)
      topomorph_harden_target(${target} ${fortify})
    endif()
  endforeach()
endfunction()

# Programs are position-independent, as libraries are (TopoMorphOptions.cmake): without this, CMake leaves it to the compiler.
include(CheckPIESupported)
check_pie_supported(LANGUAGES C CXX)
