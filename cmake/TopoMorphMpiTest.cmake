# Tests that run under the MPI launcher: add_mpi_test().

find_program(TOPOMORPH_MPIEXEC NAMES mpirun mpiexec HINTS ${MPIEXEC_EXECUTABLE})

# add_mpi_test(NAME name COMMAND command [arguments…] [RANKS 1 2 4] [ENV VARIABLE=VALUE…] [LAUNCHER options…] [TIMEOUT seconds]
#              [LABELS labels…] [FAILS] [PASSES_IF regex] [PRELOAD])
#
# One CTest a rank count, called name.np<count>, with the label "mpi". ENV is set for the application only, by env(1) behind the launcher: the
# launcher must not see LD_PRELOAD. PRELOAD puts libtopomorph.so in front. COMMAND may name a target. The ranks of a test take that
# many CTest processors at most as there are cores (they mostly wait), so that a parallel CTest does not overload the machine.
function(add_mpi_test)
  cmake_parse_arguments(TEST "PRELOAD;FAILS" "NAME;TIMEOUT;PASSES_IF" "COMMAND;RANKS;ENV;LAUNCHER;LABELS" ${ARGN})
  if(NOT TEST_RANKS)
    set(TEST_RANKS 1 2 4)
  endif()
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 60)
  endif()
  list(POP_FRONT TEST_COMMAND program)
  if(TARGET ${program})
    set(program $<TARGET_FILE:${program}>)
  endif()
  if(TEST_PRELOAD)
    list(APPEND TEST_ENV LD_PRELOAD=$<TARGET_FILE:topomorph>)
  endif()
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  foreach(ranks ${TEST_RANKS})
    set(test ${TEST_NAME}.np${ranks})
    add_test(NAME ${test} COMMAND ${TOPOMORPH_MPIEXEC} --oversubscribe --mca mpi_yield_when_idle 1 -n ${ranks}
                                  ${TEST_LAUNCHER} env ${TEST_ENV} ${program} ${TEST_COMMAND})
    set(processors ${ranks})
    if(processors GREATER cores)
      set(processors ${cores})
    endif()
    set_tests_properties(${test} PROPERTIES
      LABELS "mpi;${TEST_LABELS}" TIMEOUT ${TEST_TIMEOUT} PROCESSORS ${processors}
      ENVIRONMENT "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;OMPI_MCA_rmaps_base_oversubscribe=1")
    if(TEST_FAILS)
      set_tests_properties(${test} PROPERTIES WILL_FAIL TRUE)
    endif()
    if(TEST_PASSES_IF)
      set_tests_properties(${test} PROPERTIES PASS_REGULAR_EXPRESSION "${TEST_PASSES_IF}")
    endif()
  endforeach()
endfunction()
