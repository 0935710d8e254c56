// Execution of the application with the library: one runner a rank stands between launcher and application, and is
// replaced by it.
#pragma once

#include <map>
#include <string>

#include <CLI/CLI.hpp>

#include "core/settings/settings.h"

namespace topomorph::command {

/// Settings from the command line.
using GivenSettings = std::map<settings::Id, std::string>;

/// Declares the option of a setting, under its name in the settings table or under `names` ("-o,--output").
void add_setting(CLI::App& app, settings::Id id, GivenSettings& given, const std::string& names = "");

/// Whether only mode auto uses the setting.
bool is_for_auto(settings::Id id);

/// Replaces this process by `command` (looked up in PATH as a shell does). Preloads the library before other preloaded
/// ones, and sets the mode and the given settings. Makes paths absolute, because the application may change its
/// directory. Returns only on failure, after one message: 127 if the command does not exist, 126 if it cannot be
/// executed. Throws InputError for an invalid setting and for an empty command.
int exec_with_plugin(char** command, const char* mode, const GivenSettings& given);

}  // namespace topomorph::command
