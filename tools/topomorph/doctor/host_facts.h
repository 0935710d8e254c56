// The facts that must be the same on all hosts of a job.
#pragma once

#include "tools/topomorph/doctor/hosts.h"

namespace topomorph::cli::doctor {

std::string host_name();

/// Returns version, library, engine and MPI library, the result of preloading, PMIx, settings, and other preloaded
/// libraries. Starts the same programs as the checks, which takes some tenths of a second.
HostFacts host_facts(Surroundings& surroundings);

}  // namespace topomorph::cli::doctor
