// What a command reads: traces, and affinities of any format, of a grid, or of the messages of a trace.
#pragma once

#include <string>
#include <vector>

#include "core/model/affinity.h"
#include "core/trace/trace.h"

namespace topomorph::command {

/// Returns whether the name is that of a profile.
bool is_profile(const std::string& path);
/// Returns whether the name is that of a report of IPM.
bool is_ipm(const std::string& path);
/// Returns whether the name is that of a trace in SimGrid's format.
bool is_time_independent(const std::string& path);
/// Returns whether the name is that of a trace of another tool: one in SimGrid's format, an archive of the Open Trace
/// Format 2, or a trace of Paraver.
bool is_recording(const std::string& path);

/// Reads the trace of one profile, archive or file of Paraver, or one trace in SimGrid's format from one or more files.
/// Throws InputError.
trace::Trace read_traces(const std::vector<std::string>& paths, double flops_per_second);

/// Reads what formats::read_affinity() reads, or sums the messages of a trace or a report (IPM) of another tool, under a
/// line of progress. Throws InputError.
Affinity affinity_from(const std::string& file);

/// Returns whether affinity_from(file) tells messages from bytes. Throws InputError for an unknown ending.
bool tells_messages(const std::string& file);

}  // namespace topomorph::command
