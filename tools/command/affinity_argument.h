// The affinity of a command line: a file of any format, the pattern of a grid, or the messages of a trace.
#pragma once

#include <string>

#include "core/model/affinity.h"

namespace topomorph::command {

/// Reads what formats::read_affinity() reads, or sums the messages of a time-independent trace (.trace), under a line
/// of progress. Throws InputError.
Affinity affinity_from(const std::string& file);

/// Returns whether affinity_from(file) tells messages from bytes. Throws InputError for an unknown ending.
bool tells_messages(const std::string& file);

}  // namespace topomorph::command
