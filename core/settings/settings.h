// Every setting of TopoMorph: its spellings, its default, and its value in this process. Needs nothing but the C++
// library.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace topomorph::settings {

enum class Id {
#define TOPOMORPH_SETTING(id, option, variable, type, choices, initial, help) id,
#include "core/settings/settings.def"
#undef TOPOMORPH_SETTING
};

enum class Type { Text, Path, Choice, Order, Percent, Seconds, Flag, Count };

/// One row of settings.def.
struct Setting {
  Id id;
  const char* option;
  const char* variable;
  Type type;
  const char* choices;  ///< or what a value is called
  const char* initial;
  const char* help;
};

/// All settings, in the order of Id.
std::span<const Setting> all();
const Setting& get(Id id);

/// Throws InputError, naming `spelling` (the option or the variable), unless `value` is one this setting can have.
void check(const Setting& setting, std::string_view value, std::string_view spelling);

/// The value in this process: environment, else default. An empty variable counts as not set. Throws InputError for a
/// value that the setting cannot have.
std::string text(Id id);
double number(Id id);  ///< of Percent, Seconds and Count
bool flag(Id id);

/// Seconds that a job's engine may look for an order: half of --engine-timeout. The rest is for reading, writing, and a
/// busy machine. Throws InputError as number() does.
double search_seconds();

}  // namespace topomorph::settings
