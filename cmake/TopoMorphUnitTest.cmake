# Unit tests, one program a layer: topomorph_unit_tests(); and what else tests a layer: topomorph_tests_of().
include(GoogleTest)

# topomorph_discover_tests(program [PREFIX prefix] [FILTER filter] [LIST list] [LABELS labels…] [PROPERTIES …]): a CTest for each test of a
# program of GoogleTest that passes the filter. gtest_discover_tests() itself takes one label only. A second call for a program names another
# LIST.
function(topomorph_discover_tests program)
  cmake_parse_arguments(PARSE_ARGV 1 TEST "" "PREFIX;FILTER;LIST" "LABELS;PROPERTIES")
  if(NOT TEST_LIST)
    set(TEST_LIST ${program}_TESTS)
  endif()
  gtest_discover_tests(${program} TEST_PREFIX "${TEST_PREFIX}" TEST_FILTER "${TEST_FILTER}" TEST_LIST ${TEST_LIST} DISCOVERY_TIMEOUT 60
                       PROPERTIES ${TEST_PROPERTIES})
  set(labels ${CMAKE_CURRENT_BINARY_DIR}/${TEST_LIST}_labels.cmake)
  file(GENERATE OUTPUT ${labels} CONTENT "set_tests_properties(\${${TEST_LIST}} PROPERTIES LABELS \"${TEST_LABELS}\")\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${labels})
endfunction()

# topomorph_unit_tests(LAYER [NAME program] [SOURCES files…] [LINK targets…] [DEFINE definitions…] [LABELS labels…] [PREFIX prefix] [LONG filters…])
#
# The program LAYER_tests (or NAME), a CTest for each of its tests, with the labels "unit" and LAYER. SOURCES are by default all below the folder
# of the layer's name. Tests that a filter of LONG names take longer than a second: they have the label "long" alone, so that the layer's label
# and `tools/test quick` are for tests of seconds.
function(topomorph_unit_tests layer)
  cmake_parse_arguments(TEST "" "NAME;PREFIX" "SOURCES;LINK;DEFINE;LABELS;LONG" ${ARGN})
  if(NOT TEST_NAME)
    set(TEST_NAME ${layer}_tests)
  endif()
  if(NOT TEST_SOURCES)
    topomorph_sources(TEST_SOURCES ${layer})
  endif()
  add_executable(${TEST_NAME} ${TEST_SOURCES})
  target_link_libraries(${TEST_NAME} PRIVATE topomorph::options ${TEST_LINK} GTest::gtest GTest::gtest_main GTest::gmock)
  topomorph_test_sources(${TEST_NAME})
  topomorph_link_first(${TEST_NAME} ${TEST_LINK})
  target_compile_definitions(${TEST_NAME} PRIVATE ${TEST_DEFINE})
  set(filter "")
  if(TEST_LONG)
    list(JOIN TEST_LONG ":" long)
    topomorph_discover_tests(${TEST_NAME} PREFIX "${TEST_PREFIX}" FILTER "${long}" LIST ${TEST_NAME}_LONG LABELS long PROPERTIES TIMEOUT 1500 COST 100)
    set(filter "-${long}")
  endif()
  topomorph_discover_tests(${TEST_NAME} PREFIX "${TEST_PREFIX}" FILTER "${filter}" LABELS unit ${layer} ${TEST_LABELS} PROPERTIES TIMEOUT 300)
  topomorph_layer_needs(${layer} ${TEST_NAME})
endfunction()

# topomorph_test_sources(target): sources of tests are not optimised, which takes half of the time to compile, and see the headers of GoogleTest
# compiled.
function(topomorph_test_sources target)
  target_compile_options(${target} PRIVATE -O0)
  topomorph_precompile(${target} WITH tests <gmock/gmock.h> <gtest/gtest.h> GTest::gtest GTest::gmock OPTIONS -O0)
endfunction()

# topomorph_link_first(program targets…): the static libraries of the project among the targets come before the program's objects. Of an inline
# function that both have, the linker takes the first copy: it must be the library's, which is optimised. As CMake orders them, the library
# under test takes three times as long.
function(topomorph_link_first program)
  foreach(link ${ARGN})
    if(link MATCHES "^topomorph::")
      get_target_property(type ${link} TYPE)
      if(type STREQUAL STATIC_LIBRARY)
        target_link_options(${program} PRIVATE "LINKER:--whole-archive,$<TARGET_FILE:${link}>,--no-whole-archive")
      endif()
    endif()
  endforeach()
endfunction()

# topomorph_quick_tests(tests…): `tools/test quick` runs these beside the unit tests: a job of each mode.
function(topomorph_quick_tests)
  set_property(TEST ${ARGN} APPEND PROPERTY LABELS quick)
endfunction()

# topomorph_tests_of(LAYER tests… [NEEDS targets…]): these tests of the same folder have the layer's label too, `ctest -L LAYER`. They run in
# seconds: what takes longer has no layer's label.
function(topomorph_tests_of layer)
  cmake_parse_arguments(PARSE_ARGV 1 OF "" "" "NEEDS")
  set_property(TEST ${OF_UNPARSED_ARGUMENTS} APPEND PROPERTY LABELS ${layer})
  topomorph_layer_needs(${layer} ${OF_NEEDS})
endfunction()
