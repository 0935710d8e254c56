// Mappings as users name them: a file, or one of the orders that launchers and chance make.
#pragma once

#include <string>

#include "core/model/mapping.h"

namespace topomorph::cli {

/// What an option of a mapping takes.
inline constexpr const char* kGivenMappings = "FILE|identity|cyclic|random[:SEED]";

/// FILE (one slot a line), "identity" (role i on slot i), "cyclic" (roles dealt in turn to the
/// root's children, as --map-by node does) or
/// "random[:SEED]" (of all slots). Throws InputError; a file is read, not judged.
Mapping given_mapping(const std::string& text, std::uint64_t roles, const Topology& topology);

}  // namespace topomorph::cli
