// Checks of MPI: library, contract, launcher, a job of two ranks, counting.
#pragma once

#include "tools/doctor/checks.h"

namespace topomorph::doctor {

Finding look_at_mpi(Surroundings& surroundings);
Finding look_at_contract(Surroundings& surroundings);
Finding look_at_launcher(Surroundings& surroundings);
Finding look_at_job(Surroundings& surroundings);
Finding look_at_counting(Surroundings& surroundings);

}  // namespace topomorph::doctor
