// Everything the generated wrappers name.
#pragma once

#include "monitoring/hooks.h"
#include "monitoring/short_way.h"
#include "plugin/interception/inside.h"
#include "plugin/interception/jump.h"
#include "plugin/interception/wide.h"
#include "plugin/lifecycle.h"
#include "plugin/topologies/calls.h"
#include "plugin/world/calls.h"
#include "plugin/world/world.h"
#include "real_mpi.h"
