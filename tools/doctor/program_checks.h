// Checks of the program that shall run under topomorph.
#pragma once

#include "tools/doctor/checks.h"

namespace topomorph::doctor {

Finding look_at_program(Surroundings& surroundings);
Finding look_at_program_mpi(Surroundings& surroundings);
Finding look_at_program_fortran(Surroundings& surroundings);

}  // namespace topomorph::doctor
