# topomorph_layer(): one library for one layer, made of every source below its folder.

# topomorph_layer(NAME [FOLDER folder] [EXCEPT regex] [LINK targets…] [PRIVATE targets…]): topomorph::NAME, from the folder of that
# name. LINK has the layers and libraries that its headers need, and so the only layers that it may include: tests/structure reads the
# same from the includes, and links each layer with nothing else.
function(topomorph_layer name)
  cmake_parse_arguments(LAYER "" "FOLDER;EXCEPT" "LINK;PRIVATE" ${ARGN})
  if(NOT LAYER_FOLDER)
    set(LAYER_FOLDER ${name})
  endif()
  topomorph_sources(sources ${LAYER_FOLDER} "${LAYER_EXCEPT}")
  add_library(topomorph_${name} STATIC ${sources})
  add_library(topomorph::${name} ALIAS topomorph_${name})
  target_link_libraries(topomorph_${name} PUBLIC topomorph::options ${LAYER_LINK} PRIVATE ${LAYER_PRIVATE})
  set_property(GLOBAL APPEND PROPERTY TOPOMORPH_LAYERS topomorph_${name})
endfunction()

# topomorph_sources(VARIABLE folder [regex]): every C++ source below the folder, without those whose path matches.
function(topomorph_sources variable folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
  if(ARGV2)
    list(FILTER sources EXCLUDE REGEX ${ARGV2})
  endif()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()
