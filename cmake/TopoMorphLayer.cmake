# topomorph_layer(): one library for one layer, made of every source below its folder.

# How code is compiled that reads a file or prints a result once, and has no loop that takes time: in two thirds of the time of -O2; with
# sanitizers, whose checks are what takes long to optimise, in a quarter.
set(TOPOMORPH_ONCE "$<$<CONFIG:RelWithDebInfo>:-O1>")
if(TOPOMORPH_SANITIZE)
  set(TOPOMORPH_ONCE -O0)
endif()

# topomorph_layer(NAME [ONCE | ONCE_FOLDERS folders…] [FOLDER folder] [EXCEPT regex] [LINK targets…] [PRIVATE targets…]): topomorph::NAME,
# from the folder of that name. LINK has the layers and libraries that its headers need, and so the only layers that it may include:
# tests/structure reads the same from the includes, and links each layer with nothing else. A layer that is marked ONCE, or its folders
# that are named, is compiled with TOPOMORPH_ONCE, and sees the header of JSON compiled. (Not that of CLI11: its tables of checks become
# code, for 4 seconds, in each source that sees it.)
function(topomorph_layer name)
  cmake_parse_arguments(LAYER "ONCE" "FOLDER;EXCEPT" "ONCE_FOLDERS;LINK;PRIVATE" ${ARGN})
  if(NOT LAYER_FOLDER)
    set(LAYER_FOLDER ${name})
  endif()
  topomorph_sources(sources ${LAYER_FOLDER} "${LAYER_EXCEPT}")
  add_library(topomorph_${name} STATIC)
  add_library(topomorph::${name} ALIAS topomorph_${name})
  target_link_libraries(topomorph_${name} PUBLIC topomorph::options ${LAYER_LINK} PRIVATE ${LAYER_PRIVATE})
  if(LAYER_ONCE)
    topomorph_compile_once(topomorph_${name})
  elseif(fmt::fmt IN_LIST LAYER_LINK OR fmt::fmt IN_LIST LAYER_PRIVATE)
    topomorph_precompile(topomorph_${name})
  endif()
  if(LAYER_ONCE_FOLDERS)
    list(JOIN LAYER_ONCE_FOLDERS "|" folders)
    set(once ${sources})
    list(FILTER once INCLUDE REGEX "/${LAYER_FOLDER}/(${folders})/")
    list(REMOVE_ITEM sources ${once})
    add_library(topomorph_${name}_once OBJECT ${once})
    target_link_libraries(topomorph_${name}_once PRIVATE topomorph::options ${LAYER_LINK} ${LAYER_PRIVATE})
    topomorph_compile_once(topomorph_${name}_once)
    target_sources(topomorph_${name} PRIVATE $<TARGET_OBJECTS:topomorph_${name}_once>)
  endif()
  target_sources(topomorph_${name} PRIVATE ${sources})
  topomorph_layer_needs(${name} topomorph_${name})
  topomorph_note_layer(${name} ${LAYER_LINK})
endfunction()

# topomorph_compile_once(target): what ONCE means, above.
function(topomorph_compile_once target)
  target_compile_options(${target} PRIVATE ${TOPOMORPH_ONCE})
  topomorph_precompile(${target} WITH once <nlohmann/json.hpp> nlohmann_json::nlohmann_json OPTIONS ${TOPOMORPH_ONCE})
endfunction()

# topomorph_mpi_layer(NAME …): a layer for each MPI library, topomorph::NAME_mpi. A layer of LINK that exists for each is that of the same
# library. topomorph::NAME is the first library's, for tests. These are object libraries: all of their objects are linked, even those that
# define nothing but functions of the back's table; whoever links one names it.
function(topomorph_mpi_layer name)
  cmake_parse_arguments(LAYER "ONCE" "FOLDER;EXCEPT" "LINK" ${ARGN})
  foreach(mpi ${TOPOMORPH_MPIS})
    set(links "")
    foreach(link ${LAYER_LINK})
      if(TARGET ${link}_${mpi})
        list(APPEND links ${link}_${mpi})
      else()
        list(APPEND links ${link})
      endif()
    endforeach()
    topomorph_sources(sources ${LAYER_FOLDER} "${LAYER_EXCEPT}")
    add_library(topomorph_${name}_${mpi} OBJECT ${sources})
    add_library(topomorph::${name}_${mpi} ALIAS topomorph_${name}_${mpi})
    target_link_libraries(topomorph_${name}_${mpi} PUBLIC topomorph::options ${links})
    target_compile_options(topomorph_${name}_${mpi} PRIVATE $<$<BOOL:${LAYER_ONCE}>:${TOPOMORPH_ONCE}>)
  endforeach()
  add_library(topomorph_${name} ALIAS topomorph_${name}_${TOPOMORPH_MPI})
  add_library(topomorph::${name} ALIAS topomorph_${name}_${TOPOMORPH_MPI})
  topomorph_layer_needs(${name} topomorph_${name}_${TOPOMORPH_MPI})
  topomorph_note_layer(${name} ${LAYER_LINK})
endfunction()

# topomorph_layer_needs(NAME targets…): the target NAME, `tools/build debug NAME`, builds them: the layer and what tests it.
function(topomorph_layer_needs name)
  if(NOT TARGET ${name})
    add_custom_target(${name})
  endif()
  if(ARGN)
    add_dependencies(${name} ${ARGN})
  endif()
endfunction()

# topomorph_note_layer(NAME links…): for the tests of the structure.
function(topomorph_note_layer name)
  set(links ${ARGN})
  list(FILTER links INCLUDE REGEX "^topomorph::")
  list(TRANSFORM links REPLACE "^topomorph::" "")
  list(JOIN links " " links)
  set_property(GLOBAL APPEND PROPERTY TOPOMORPH_LAYERS "${name}:${links}")
endfunction()

# topomorph_precompile(target [WITH name <headers>… targets…] [OPTIONS options…]): the target's sources see the headers of the C++ library and of fmt, which take most of the
# time of a small source, compiled once for all targets; with WITH, these headers too, once for all targets that give the same name and the same OPTIONS of the compiler. Headers
# of our own are not among them: editing one would compile everything again. Price: g++ forgets which of these are headers of the system, and
# warns of std::string (GCC bug 105651), so four warnings are off there; the presets `package` and `clang` compile without, and have them all.
function(topomorph_precompile target)
  if(NOT TOPOMORPH_PRECOMPILE)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 PRECOMPILE "" "" "WITH;OPTIONS")
  if(TOPOMORPH_PRECOMPILE STREQUAL TESTS AND NOT "<gtest/gtest.h>" IN_LIST PRECOMPILE_WITH)
    return()
  endif()
  set(owner topomorph_precompiled)
  if(PRECOMPILE_WITH)
    list(POP_FRONT PRECOMPILE_WITH name)
    set(owner topomorph_precompiled_${name})
  endif()
  if(target MATCHES "${TOPOMORPH_WITHOUT_ASSERTIONS}") # a precompiled header serves one set of definitions
    string(APPEND owner _unchecked)
  endif()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL EXECUTABLE) # these are compiled with -fPIE, libraries with -fPIC: a precompiled header serves one of them
    string(APPEND owner _of_programs)
  endif()
  if(NOT TARGET ${owner})
    set(source ${PROJECT_BINARY_DIR}/${owner}.cpp)
    file(WRITE ${source}.new "// Nothing: its target has the precompiled headers.\n")
    configure_file(${source}.new ${source} COPYONLY)
    add_library(${owner} STATIC ${source})
    target_compile_options(${owner} PRIVATE ${PRECOMPILE_OPTIONS})
    set(libraries ${PRECOMPILE_WITH})
    list(FILTER libraries EXCLUDE REGEX "^<")
    list(FILTER PRECOMPILE_WITH INCLUDE REGEX "^<")
    target_link_libraries(${owner} PRIVATE topomorph::options fmt::fmt Threads::Threads ${libraries})
    if(type STREQUAL EXECUTABLE)
      set_target_properties(${owner} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${owner} PRIVATE -fPIE)
    endif()
    target_precompile_headers(${owner} PRIVATE <algorithm> <array> <cstdint> <functional> <map> <memory> <numeric> <optional> <random> <span>
                                               <string> <string_view> <unordered_map> <vector> <fmt/format.h> ${PRECOMPILE_WITH})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
  target_link_libraries(${target} PRIVATE fmt::fmt) # its headers are compiled with its definitions
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-Wno-array-bounds;-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread>)
  endif()
endfunction()

# topomorph_sources(VARIABLE folder [regex]): every C++ source below the folder, without those whose path matches.
function(topomorph_sources variable folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
  if(ARGC GREATER 2 AND ARGV2) # an ARGV2 that was not given is that of the caller
    list(FILTER sources EXCLUDE REGEX ${ARGV2})
  endif()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()
