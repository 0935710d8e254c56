// Options of all verbs that compute a mapping.
#pragma once

#include <cstdint>

#include <CLI/CLI.hpp>

#include "core/mapping/map.h"

namespace topomorph::cli {

/// Declares --preset fast|default|best.
void add_preset(CLI::App& app, mapping::Preset& preset, const char* help);

/// Declares --seed N, from 0 to 2^64 - 1. CLI11 alone would read -1 and larger numbers as 2^64 - 1.
void add_seed(CLI::App& app, std::uint64_t& seed, const char* help);

/// Declares --seed, --threads and --weight.
void add_search_options(CLI::App& app, mapping::MapOptions& map);

}  // namespace topomorph::cli
