// Reads reports of IPM, the profiler that some centres load into every job.
#pragma once

#include <string>

#include "core/model/affinity.h"

namespace topomorph::recordings {

/// Sums the sends between ranks of MPI_COMM_WORLD in a report (….ipm.xml) that IPM wrote with IPM_LOG=full. IPM rounds
/// the bytes of a message down to a few bits. Its collectives do not tell their communicator and are left out; a
/// persistent request counts once, when it was made. Throws InputError with the line for a wrong report, and for one
/// without sends.
Affinity read_ipm(const std::string& path);

}  // namespace topomorph::recordings
