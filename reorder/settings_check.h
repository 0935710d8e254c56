// Checks the settings of a job at its start.
#pragma once

#include "reorder/job.h"

namespace topomorph::reorder {

/// Throws InputError for the first setting in the environment that has an invalid value and matters in this mode: a job
/// must not be reordered by a part of what its user wanted.
void check_settings(Mode mode);

/// Writes one line with the environment variables that look like settings and are none, if there are any.
void complain_of_variables();

}  // namespace topomorph::reorder
