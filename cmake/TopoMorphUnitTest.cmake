# Unit tests, one program a layer: topomorph_unit_tests(); and what else tests a layer: topomorph_tests_of().
include(GoogleTest)

# topomorph_discover_tests(program [PREFIX prefix] [LABELS labels…] [PROPERTIES …]): a CTest for each test of a program of GoogleTest.
# gtest_discover_tests() itself takes one label only.
function(topomorph_discover_tests program)
  cmake_parse_arguments(PARSE_ARGV 1 TEST "" "PREFIX" "LABELS;PROPERTIES")
  gtest_discover_tests(${program} TEST_PREFIX "${TEST_PREFIX}" DISCOVERY_TIMEOUT 60 PROPERTIES ${TEST_PROPERTIES})
  set(labels ${CMAKE_CURRENT_BINARY_DIR}/${program}_labels.cmake)
  file(GENERATE OUTPUT ${labels} CONTENT "set_tests_properties(\${${program}_TESTS} PROPERTIES LABELS \"${TEST_LABELS}\")\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${labels})
endfunction()

# topomorph_unit_tests(LAYER [NAME program] [SOURCES files…] [LINK targets…] [DEFINE definitions…] [LABELS labels…] [PREFIX prefix])
#
# The program LAYER_tests (or NAME), a CTest for each of its tests, with the labels "unit" and LAYER. SOURCES are by default all below the folder
# of the layer's name.
function(topomorph_unit_tests layer)
  cmake_parse_arguments(TEST "" "NAME;PREFIX" "SOURCES;LINK;DEFINE;LABELS" ${ARGN})
  if(NOT TEST_NAME)
    set(TEST_NAME ${layer}_tests)
  endif()
  if(NOT TEST_SOURCES)
    topomorph_sources(TEST_SOURCES ${layer})
  endif()
  add_executable(${TEST_NAME} ${TEST_SOURCES})
  target_link_libraries(${TEST_NAME} PRIVATE topomorph::options ${TEST_LINK} GTest::gtest GTest::gtest_main GTest::gmock)
  # A quarter less time to compile than -O2. Not -O0: where both have a copy of an inline function, the linker takes that of the tests, and the
  # library under test took three times as long.
  set(optimised $<$<CONFIG:RelWithDebInfo>:-O1>)
  target_compile_options(${TEST_NAME} PRIVATE ${optimised})
  topomorph_precompile(${TEST_NAME} WITH tests <gmock/gmock.h> <gtest/gtest.h> GTest::gtest GTest::gmock OPTIONS ${optimised})
  target_compile_definitions(${TEST_NAME} PRIVATE ${TEST_DEFINE})
  topomorph_discover_tests(${TEST_NAME} PREFIX "${TEST_PREFIX}" LABELS unit ${layer} ${TEST_LABELS} PROPERTIES TIMEOUT 1500)
  topomorph_layer_needs(${layer} ${TEST_NAME})
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
