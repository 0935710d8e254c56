// Options of all verbs that look for a mapping.
#pragma once

#include <CLI/CLI.hpp>

#include "core/mapping/mapping.h"

namespace topomorph::cli {

/// --preset fast|default|best.
void add_preset(CLI::App& app, Preset& preset, const char* help);

/// --seed, --threads and --weight.
void add_search_options(CLI::App& app, MapOptions& map);

}  // namespace topomorph::cli
