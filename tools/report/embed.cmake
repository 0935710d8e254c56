# Writes OUTPUT, a C++ source with the page's files: cmake -D OUTPUT=… -D FOLDER=… -D SCRIPTS=a.js,b.js -P embed.cmake
# The files become raw strings, so none may contain their end, )~~~".
function(literal name text output)
  string(FIND "${text}" ")~~~\"" found)
  if(NOT found EQUAL -1)
    message(FATAL_ERROR "${name}: found )~~~\" in the page's files")
  endif()
  file(APPEND ${output} "const std::string_view ${name} = R\"~~~(${text})~~~\";\n")
endfunction()

string(REPLACE "," ";" SCRIPTS "${SCRIPTS}")
set(script "")
foreach(name IN LISTS SCRIPTS)
  file(READ ${FOLDER}/${name} text)
  string(APPEND script "${text}")
endforeach()
file(READ ${FOLDER}/page.html frame)
file(READ ${FOLDER}/page.css style)

file(WRITE ${OUTPUT} "// The page's parts; made by embed.cmake.\n#include \"tools/report/page.h\"\n\nnamespace topomorph::report::assets {\n\n")
literal(kFrame "${frame}" ${OUTPUT})
literal(kStyle "${style}" ${OUTPUT})
literal(kScript "${script}" ${OUTPUT})
file(APPEND ${OUTPUT} "\n}  // namespace topomorph::report::assets\n")
