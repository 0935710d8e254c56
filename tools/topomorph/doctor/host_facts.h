// What this host has of what must be the same on all hosts of a job.
#pragma once

#include "tools/topomorph/doctor/hosts.h"

namespace topomorph::cli::doctor {

std::string host_name();

/// Version, library, engine and MPI library, whether preloading works, PMIx, settings, what else is preloaded. Starts
/// the programs that the checks start; takes some tenths of a second.
HostFacts host_facts(Surroundings& surroundings);

}  // namespace topomorph::cli::doctor
