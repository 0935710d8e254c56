// Checks of the program that shall run under topomorph.
#pragma once

#include "tools/doctor/checks.h"

namespace topomorph::doctor {

Finding check_program(Surroundings& surroundings);
Finding check_program_mpi(Surroundings& surroundings);
Finding check_program_fortran(Surroundings& surroundings);

}  // namespace topomorph::doctor
