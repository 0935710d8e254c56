// What the generated wrappers use: everything that the table of functions names.
#pragma once

#include <mpi.h>

#include "monitoring/call.h"
#include "monitoring/hooks.h"
#include "monitoring/recording/completion_calls.h"
#include "monitoring/recording/message_calls.h"
#include "plugin/fast_path.h"
#include "plugin/lifecycle.h"
#include "plugin/virtual_topologies/calls.h"
#include "plugin/world/attributes.h"
#include "plugin/world/calls.h"
#include "plugin/world/sessions.h"
#include "plugin/world/stateful_callbacks.h"
#include "runtime/mpi/call_state.h"
#include "runtime/mpi/real_mpi.h"
