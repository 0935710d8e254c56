# topomorph_page(): the files of a page as C++ strings in a source of a layer.

# topomorph_page(LAYER [NAME files…]…) makes the source from files of LAYER/page, with a string for each NAME, which LAYER/json.h declares. It does so when
# CMake configures, which an edit of such a file repeats: a source that the build makes would keep the layers above waiting, until all is
# built that this layer is linked with. The files become raw strings, so none may contain their end, )~~~".
function(topomorph_page layer)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${layer}_assets.cpp)
  set(text "// The page's parts; made by embed.cmake.\n#include <string_view>\n\nnamespace topomorph::${layer}::assets {\n\n")
  set(end "")
  foreach(word ${ARGN})
    if(word MATCHES "^k[A-Z]")
      string(APPEND text "${end}extern const std::string_view ${word};\nconst std::string_view ${word} = R\"~~~(")
      set(end ")~~~\";\n")
      set(value "")
    else()
      set(file ${CMAKE_CURRENT_SOURCE_DIR}/${layer}/page/${word})
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
      file(READ ${file} part)
      string(APPEND value "${part}")
      string(FIND "${value}" ")~~~\"" found)
      if(NOT found EQUAL -1)
        message(FATAL_ERROR "${file}: found )~~~\"")
      endif()
      string(APPEND text "${part}")
    endif()
  endforeach()
  string(APPEND text "${end}\n}  // namespace topomorph::${layer}::assets\n")
  file(WRITE ${source}.new "${text}")
  file(COPY_FILE ${source}.new ${source} ONLY_IF_DIFFERENT) # else it would be compiled again
  target_sources(topomorph_${layer} PRIVATE ${source})
endfunction()
