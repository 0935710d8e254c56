// Checks of MPI: library, contract, launcher, a job of two ranks, counting.
#pragma once

#include "tools/doctor/checks.h"

namespace topomorph::doctor {

Finding check_mpi(Surroundings& surroundings);
Finding check_contract(Surroundings& surroundings);
Finding check_launcher(Surroundings& surroundings);
Finding check_job(Surroundings& surroundings);
Finding check_counting(Surroundings& surroundings);

}  // namespace topomorph::doctor
