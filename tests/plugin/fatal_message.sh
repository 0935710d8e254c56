#!/bin/sh
# Runs a job that ends by a fatal error and looks at which communicator the message names: fatal_message.sh NAME COMMAND...
# The launcher may lose the message of a job that it ends: the job is run until there is one, five times at most.
name=$1
shift
for attempt in 1 2 3 4 5; do
  found=$("$@" 2>&1 | sed -n 's/.*on communicator \(.*[^ ]\) *$/\1/p' | sort -u)
  [ -n "$found" ] && break
done
echo "the message names '$found', expected '$name'"
[ "$found" = "$name" ]
