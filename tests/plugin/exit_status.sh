#!/bin/sh
# Runs a program and says whether its exit status is the expected one: exit_status.sh STATUS COMMAND...
expected=$1
shift
"$@"
status=$?
if [ "$status" -eq "$expected" ]; then
  echo "status $status as expected"
  # "exit" without MPI_Finalize makes the launcher fail the job: say so to the test by the line above, not by the status.
  exit 0
fi
echo "status $status, expected $expected"
exit 1
