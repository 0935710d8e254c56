// Reads archives of the Open Trace Format 2, as Score-P, TAU and EZTrace write them.
#pragma once

#include <string>

#include "core/trace/trace.h"

namespace topomorph::recordings {

/// Reads the archive of an anchor file (traces.otf2): messages and collectives of MPI, of each process in the order of
/// its own clock, with the time between calls of MPI as processor time. Processes are the ranks of MPI_COMM_WORLD.
///
/// A tool tells of a collective how many bytes a process sent and received in all, as Score-P counts them: the bytes of
/// a step are what follows, too few by the share of one process where the buffer was MPI_IN_PLACE. What a neighbourhood
/// collective sends counts as if it went to the whole communicator. Not read: one-sided communication, collectives of
/// intercommunicators, calls of MPI by other threads than the first.
///
/// Throws InputError for an archive that cannot be read or has no processes of MPI, and if TopoMorph was built without
/// the library of the format. The trace is checked (trace::check()).
trace::Trace read_otf2(const std::string& anchor);

}  // namespace topomorph::recordings
