// Reads traces of Paraver, as Extrae writes them.
#pragma once

#include <string>

#include "core/base/line_reader.h"
#include "core/trace/trace.h"

namespace topomorph::recordings {

/// Reads a trace (.prv): messages and collectives of MPI, with the time between calls of MPI as processor time.
///
/// A record of a message tells when its receive was posted and when it arrived, not which call ended its send: a send
/// of a call that does not wait ends with the first MPI_Wait or MPI_Test, of whichever request, after the message has
/// arrived. Collectives that do not wait stand where they began. Not read: one-sided communication, neighbourhood
/// collectives, collectives of intercommunicators, and what Paraver has cut away.
///
/// Throws InputError with the line for anything else, and for a trace of several programs. The trace is checked
/// (trace::check()). Takes 40 bytes for each begin and end of a call, and 120 for a message.
/// `warnings` gets what the trace lacks: its end, or the records of messages that calls have sent.
trace::Trace read_paraver(const std::string& path, Warnings& warnings);

}  // namespace topomorph::recordings
