// Becomes the application: one runner a rank stands between launcher and application, loads the library into it and is
// gone.
#pragma once

#include <map>
#include <string>

#include <CLI/CLI.hpp>

#include "core/settings/settings.h"

namespace topomorph::cli {

/// Settings given on the command line.
using GivenSettings = std::map<settings::Id, std::string>;

/// Adds the setting's option, under the name of the settings table or under `names` ("-o,--output").
void add_setting(CLI::App& app, settings::Id id, GivenSettings& given, const std::string& names = "");

/// Whether the setting says how topomorph auto remembers, and means nothing elsewhere.
bool is_for_auto(settings::Id id);

/// Replaces this process by `command` (looked up in PATH as a shell does) with the library preloaded in front of what
/// is preloaded already, in `mode`, with the settings given here and in the environment. Paths are made absolute: the
/// application may change its directory. Returns only if that fails: 127 if there is no such command, 126 if it cannot
/// be run, after one line. Throws InputError for a given setting that cannot have its value, and for an empty command.
int become(char** command, const char* mode, const GivenSettings& given);

}  // namespace topomorph::cli
