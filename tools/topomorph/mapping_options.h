// Options of all verbs that look for a mapping.
#pragma once

#include <cstdint>

#include <CLI/CLI.hpp>

#include "core/mapping/map.h"

namespace topomorph::cli {

/// --preset fast|default|best.
void add_preset(CLI::App& app, mapping::Preset& preset, const char* help);

/// --seed N, 0 or more, below 2^64. CLI11 takes -1 for 2^64 - 1, and what is larger for that, too.
void add_seed(CLI::App& app, std::uint64_t& seed, const char* help);

/// --seed, --threads and --weight.
void add_search_options(CLI::App& app, mapping::MapOptions& map);

}  // namespace topomorph::cli
