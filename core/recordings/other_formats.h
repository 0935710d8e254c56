// Formats of recordings that are not read, and what to say of them.
#pragma once

#include <string>

namespace topomorph::recordings {

/// Throws InputError if the name is that of a recording of another tool that TopoMorph does not read: a format that
/// holds no pairs of ranks, or that nobody has asked for. Says what it is, and what to give instead.
void refuse_other_formats(const std::string& path);

}  // namespace topomorph::recordings
