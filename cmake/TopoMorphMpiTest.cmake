# Tests that run under the MPI launcher: add_mpi_test(), add_skipped_test().

# The tests use the options of Open MPI's launcher.
execute_process(COMMAND ${MPIEXEC_EXECUTABLE} --version OUTPUT_VARIABLE version ERROR_VARIABLE version)
set(TOPOMORPH_MPIEXEC ${MPIEXEC_EXECUTABLE})
if(version MATCHES "HYDRA")
  set(TOPOMORPH_MPIEXEC ${PROJECT_BINARY_DIR}/tests/hydra)
  configure_file(${PROJECT_SOURCE_DIR}/tests/launchers/hydra.in ${TOPOMORPH_MPIEXEC} @ONLY)
endif()

# The major version of Open MPI, 0 for another library: a few tests know components, or faults, of it.
set(TOPOMORPH_OPEN_MPI 0)
if(TOPOMORPH_MPI MATCHES "^openmpi([0-9]+)$")
  set(TOPOMORPH_OPEN_MPI ${CMAKE_MATCH_1})
endif()

# What tests of jobs put into LD_PRELOAD, and their environment: in front of the library a shim by which waiting ranks leave the cores to others.
# Not under Hydra: each rank has a session of its own there, and in sessions the kernel starves who sleeps for moments (reorder/steps/waiting.cpp).
# In a sanitized build it is the run-time: programs that are not sanitized (Fortran, Python, shells) would otherwise not use its malloc. Reports
# go to files: the engine's standard error is closed, and a job may go on without the engine. Leaks are not looked for: MPI libraries free
# little at their end.
set(TOPOMORPH_YIELD_SHIM "")
if(NOT TOPOMORPH_SANITIZE AND NOT version MATCHES "HYDRA")
  set(TOPOMORPH_YIELD_SHIM $<TARGET_FILE:yield_shim>)
endif()
set(TOPOMORPH_PRELOAD ${TOPOMORPH_YIELD_SHIM}:$<TARGET_FILE:topomorph>)
file(STRINGS ${PROJECT_SOURCE_DIR}/tests/launchers/environment TOPOMORPH_JOB_ENVIRONMENT REGEX "^[A-Z]")
set(TOPOMORPH_RUNTIME_PRELOAD LD_PRELOAD=${TOPOMORPH_YIELD_SHIM})
if(TOPOMORPH_SANITIZE MATCHES address AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libasan.so OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(TOPOMORPH_RUNTIME_PRELOAD LD_PRELOAD=${runtime})
  set(TOPOMORPH_PRELOAD ${runtime}:$<TARGET_FILE:topomorph>)
  set(reports ${PROJECT_BINARY_DIR}/sanitizer_reports)
  file(MAKE_DIRECTORY ${reports})
  list(APPEND TOPOMORPH_JOB_ENVIRONMENT ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0:log_path=${reports}/address
       UBSAN_OPTIONS=print_stacktrace=1:log_path=${reports}/undefined)
endif()

# Properties of tests with whole jobs. Two jobs that wait for cores beside each other take longer than one after the other, so each kind of test
# is a lane, in which one runs at a time: suites of jobs here, tests of one job (add_mpi_test()), and what measures. What fills the cores beside
# the lanes, asks for one processor. (PROCESSORS 2 would not: CTest keeps none free, so these tests would run at the end, two at a time.)
# COST is the order in which they begin.
set(TOPOMORPH_WITH_JOBS RESOURCE_LOCK jobs COST 300)

# The same of tests with jobs of up to four ranks, and of those that wait for limits of time and for schedulers: most of the time they start
# and end processes. After them come the tests that compute long (topomorph_unit_tests()), which leave no core idle at the end.
set(TOPOMORPH_WITH_SMALL_JOBS COST 200)

# The same of jobs of real programs with 16 ranks, two of which take twice as long beside each other as one after the other.
set(TOPOMORPH_WITH_LARGE_JOBS RESOURCE_LOCK large_jobs PROCESSORS 2 COST 1000)

# The same of tests that compare what they measure: rates of links, seconds of jobs. Beside other tests a network is doubtful, and TopoMorph
# says so. They run by themselves, when all others have ended.
set(TOPOMORPH_MEASURING RUN_SERIAL TRUE)

# The Python that has mpi4py (python3-mpi4py) for this MPI library; it need not be the one that CMake found. Empty: none.
set(TOPOMORPH_PYTHON_WITH_MPI4PY "")
set(family_of_open_mpi "Open MPI")
set(family_of_mpich "MPICH")
set(family_of_abi "no such mpi4py")
foreach(python ${Python3_EXECUTABLE} /usr/bin/python3)
  execute_process(COMMAND ${python} -c "import mpi4py; mpi4py.rc.initialize = False; from mpi4py import MPI; print(MPI.Get_library_version())"
                  RESULT_VARIABLE no_mpi4py OUTPUT_VARIABLE version ERROR_QUIET)
  if(no_mpi4py EQUAL 0 AND version MATCHES "${family_of_${TOPOMORPH_IMPLEMENTATION}}")
    set(TOPOMORPH_PYTHON_WITH_MPI4PY ${python})
    break()
  endif()
endforeach()
if(NOT TOPOMORPH_PYTHON_WITH_MPI4PY)
  message(STATUS "python3-mpi4py for ${TOPOMORPH_IMPLEMENTATION} is missing: the tests from Python are left out")
endif()

# add_mpi_test(NAME name COMMAND command [arguments…] [RANKS 1 2 4] [ENV VARIABLE=VALUE…] [LAUNCHER options…] [TIMEOUT seconds]
#              [LABELS labels…] [FAILS] [PASSES_IF regex] [PRELOAD])
#
# One CTest a rank count, called name.np<count>, with the label "mpi". ENV is set for the application only, by env(1) behind the launcher: the
# launcher must not see LD_PRELOAD. PRELOAD puts libtopomorph.so in front. COMMAND may name a target. One at a time, in a lane of
# their own.
function(add_mpi_test)
  cmake_parse_arguments(TEST "PRELOAD;FAILS" "NAME;TIMEOUT;PASSES_IF" "COMMAND;RANKS;ENV;LAUNCHER;LABELS" ${ARGN})
  if(NOT TEST_RANKS)
    set(TEST_RANKS 1 2 4)
  endif()
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 180)
  endif()
  list(POP_FRONT TEST_COMMAND program)
  if(TARGET ${program})
    set(program $<TARGET_FILE:${program}>)
  endif()
  if(TEST_PRELOAD)
    list(APPEND TEST_ENV LD_PRELOAD=${TOPOMORPH_PRELOAD})
  endif()
  if(NOT "${TEST_ENV}" MATCHES LD_PRELOAD)
    list(APPEND TEST_ENV ${TOPOMORPH_RUNTIME_PRELOAD})
  endif()
  foreach(ranks ${TEST_RANKS})
    set(test ${TEST_NAME}.np${ranks})
    add_test(NAME ${test} COMMAND ${TOPOMORPH_MPIEXEC} --oversubscribe --mca mpi_yield_when_idle 1 -n ${ranks}
                                  ${TEST_LAUNCHER} env ${TEST_ENV} ${program} ${TEST_COMMAND})
    set_tests_properties(${test} PROPERTIES
      LABELS "mpi;${TEST_LABELS}" TIMEOUT ${TEST_TIMEOUT} RESOURCE_LOCK single_jobs COST 300
      ENVIRONMENT "${TOPOMORPH_JOB_ENVIRONMENT}")
    if(TEST_FAILS)
      set_tests_properties(${test} PROPERTIES WILL_FAIL TRUE)
    endif()
    if(TEST_PASSES_IF)
      set_tests_properties(${test} PROPERTIES PASS_REGULAR_EXPRESSION "${TEST_PASSES_IF}")
    endif()
  endforeach()
endfunction()

# add_skipped_test(name REASON): in place of what this MPI library cannot run.
function(add_skipped_test name reason)
  add_test(NAME ${name} COMMAND sh -c "echo \"skipped: $0\"; exit 77" "${reason}")
  set_tests_properties(${name} PROPERTIES LABELS mpi SKIP_RETURN_CODE 77)
endfunction()
