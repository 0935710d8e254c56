// What is wrong with the settings of a job, found out at its start.
#pragma once

#include "reorder/job.h"

namespace topomorph::reorder {

/// Throws InputError for the first setting in the environment that cannot have its value and means something in this
/// mode: a job is not reordered by one half of what its user wanted.
void check_settings(Mode mode);

/// Says which variables look like settings and are none, in one line; nothing where there are none.
void complain_of_variables();

}  // namespace topomorph::reorder
