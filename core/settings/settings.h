// Every setting of TopoMorph: its names, its default, and its value in this process; and the variables that only
// look like one. Needs only the C++ library.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace topomorph::settings {

class Site;

enum class Id {
#define TOPOMORPH_SETTING(id, option, variable, type, choices, initial, help) id,
#include "core/settings/settings.def"
#undef TOPOMORPH_SETTING
};

/// The number of settings.
inline constexpr std::size_t kCount = 0
#define TOPOMORPH_SETTING(id, option, variable, type, choices, initial, help) +1
#include "core/settings/settings.def"
#undef TOPOMORPH_SETTING
    ;

enum class Type { Text, Path, Choice, Order, Percent, Seconds, Flag, Count, Patterns, Sink };

/// One row of settings.def.
struct Setting {
  Id id;
  const char* option;
  const char* variable;
  Type type;
  const char* choices;  ///< of other types: name of a value in the help
  const char* initial;
  const char* help;
};

/// Returns all settings in the order of Id.
std::span<const Setting> all();
const Setting& get(Id id);
/// Returns whether only mode auto uses the setting.
bool is_for_auto(Id id);
/// Returns whether only the modes that take a profile use the setting: profile and auto.
bool is_for_profile(Id id);

/// Throws InputError with `spelling` (the option or the variable) unless `value` is valid for this setting.
void check(const Setting& setting, std::string_view value, std::string_view spelling);

/// Returns what a setting accepts if it does not accept `value`; else nullptr. `choices` are a Choice's.
const char* expected(Type type, const char* choices, std::string_view value) noexcept;

/// Where the value of a setting comes from.
enum class Origin { Default, Site, Environment, FinalSite };

struct Value {
  std::string_view text;  ///< not checked if it is the environment's
  Origin origin;
};

/// Returns the value in this process: what the site says is final, else the environment's, the site's
/// (core/settings/site.h), or the default. Mode off in the environment comes before all: every user may switch off
/// TopoMorph. An empty variable counts as not set.
Value value(Id id) noexcept;
/// The same with another site file than this host's.
Value value(Id id, const Site& site) noexcept;

/// Returns the environment's value that has no effect because the site's is final; empty if there is none.
std::string_view overruled(Id id, const Site& site) noexcept;

/// Returns this value. Throws InputError for an invalid one.
std::string text(Id id);
double number(Id id);  ///< of Percent, Seconds and Count
bool flag(Id id);

/// Returns the seconds for which a job's engine may search for an order: half of --engine-timeout. The other half is
/// for reading, writing, and a busy machine. Throws InputError.
double search_seconds();

struct Unknown {
  std::string variable;
  std::string meant;  ///< the most similar setting's variable; empty: none is similar
};

/// Returns the TOPOMORPH_* variables of this process that are no settings, except those that modules and build systems
/// set (TOPOMORPH_ROOT, TOPOMORPH_HOME, …) and those of TopoMorph's own programs.
std::vector<Unknown> unknown_variables();

/// Returns "TOPOMORPH_MINGAIN (TOPOMORPH_MIN_GAIN is meant?), TOPOMORPH_X"; empty if all are known.
std::string unknown_variables_text();

}  // namespace topomorph::settings
