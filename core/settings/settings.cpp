// Reads settings from the environment and checks them.
#include "core/settings/settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/settings/site.h"

extern "C" char** environ;  // NOLINT: POSIX has it in no header

namespace topomorph::settings {

namespace {

constexpr std::array kSettings = {
#define TOPOMORPH_SETTING(id, option, variable, type, choices, initial, help) \
  Setting{Id::id, option, variable, Type::type, choices, initial, help},
#include "core/settings/settings.def"
#undef TOPOMORPH_SETTING
};

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

bool has_choice(std::string_view choices, std::string_view value) {
  while (!choices.empty()) {
    const auto bar = choices.find('|');
    if (choices.substr(0, bar) == value) {
      return true;
    }
    choices = bar == std::string_view::npos ? std::string_view() : choices.substr(bar + 1);
  }
  return false;
}

bool is_seed(std::string_view text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  return error == std::errc() && end == text.data() + text.size();
}

/// Checks the form alone; the reader of the file checks its content. Empty: no order.
bool is_order(std::string_view value) {
  static constexpr std::string_view kRandom = "random:", kFile = "file:";
  if (value.starts_with(kRandom)) return is_seed(value.substr(kRandom.size()));
  return value.empty() || value == "identity" || value == "reverse" || (value.starts_with(kFile) && value != kFile);
}

/// Allows what clocks and poll(2) can count in milliseconds.
bool is_patience(double seconds) { return seconds > 0 && seconds <= 1e6; }

bool is_count(std::string_view text) {
  constexpr double kMost = 1e9;
  const double count = parse_number(text).value_or(0);
  return count >= 1 && count <= kMost && count == std::floor(count);
}

bool is_flag(std::string_view value) { return value == "0" || value == "1"; }

bool is_sink(std::string_view value) {
  return value.empty() || value == "syslog" || value.starts_with("file:/") || value.starts_with("socket:/");
}

}  // namespace

std::span<const Setting> all() { return kSettings; }

const Setting& get(Id id) { return kSettings[static_cast<std::size_t>(id)]; }

bool is_for_auto(Id id) {
  return id == Id::Store || id == Id::StoreLimit || id == Id::Case || id == Id::IgnoreArguments || id == Id::Drift ||
         id == Id::Margin || id == Id::Again;
}

bool is_for_profile(Id id) {
  return id == Id::Trace || id == Id::TraceBudget || id == Id::TraceMemory || id == Id::MeasureNetwork ||
         id == Id::KeepArguments;
}

const char* expected(Type type, const char* choices, std::string_view value) noexcept {
  switch (type) {
    case Type::Choice:
      return has_choice(choices, value) ? nullptr : choices;
    case Type::Order:
      return is_order(value) ? nullptr : "identity, reverse, random:SEED (a whole number) or file:PATH";
    case Type::Percent:
      return parse_number(value).value_or(-1) >= 0 ? nullptr : "a percentage of 0 or more";
    case Type::Seconds:
      return is_patience(parse_number(value).value_or(0)) ? nullptr : "a number of seconds above 0 and up to 1000000";
    case Type::Flag:
      return is_flag(value) ? nullptr : "1 or 0";
    case Type::Count:
      return is_count(value) ? nullptr : "a whole number from 1 to 1000000000";
    case Type::Sink:
      return is_sink(value) ? nullptr : "file:FILE, socket:FILE (paths from the root on) or syslog";
    default:
      return nullptr;
  }
}

void check(const Setting& setting, std::string_view value, std::string_view spelling) {
  if (const char* const wanted = expected(setting.type, setting.choices, value)) {
    throw InputError(std::string(spelling) + " is '" + std::string(value) + "': expected " + wanted);
  }
}

Value value(Id id) noexcept { return value(id, site()); }

Value value(Id id, const Site& site) noexcept {
  const Site::Value& of_site = site.of(id);
  const char* const given = std::getenv(get(id).variable);
  const bool is_given = given != nullptr && *given != '\0';
  const bool switches_off = is_given && id == Id::Mode && std::string_view(given) == "off";
  if (of_site.is_final && !switches_off) return {of_site.text, Origin::FinalSite};
  if (is_given) return {given, Origin::Environment};
  if (of_site.line > 0) return {of_site.text, Origin::Site};
  return {get(id).initial, Origin::Default};
}

std::string_view overruled(Id id, const Site& site) noexcept {
  const char* const given = std::getenv(get(id).variable);
  const Value counts = value(id, site);
  return given == nullptr || counts.origin != Origin::FinalSite || counts.text == given ? "" : given;
}

std::string text(Id id) {
  const Value found = value(id);
  if (found.origin == Origin::Environment) check(get(id), found.text, get(id).variable);
  return std::string(found.text);
}

double number(Id id) { return parse_number(text(id)).value_or(0); }

bool flag(Id id) { return text(id) == "1"; }

double search_seconds() { return number(Id::EngineTimeout) / 2; }

namespace {

constexpr std::string_view kPrefix = "TOPOMORPH_";

/// Names after the prefix that are in use: by TopoMorph's programs and tests, and by installations.
constexpr std::string_view kOthers[] = {"STARTED_BY", "STARTED_IN", "DATA",    "HYDRA",  "LIBRARY", "ROOT",   "HOME",
                                        "DIR",        "PREFIX",     "PATH",    "BASE",   "LIB",     "LIBDIR", "INCLUDE",
                                        "INC",        "BIN",        "VERSION", "MODULE", "DOCDIR",  "SRC",    "BUILD"};

bool is_of_others(std::string_view variable) {
  const std::string_view rest = variable.substr(kPrefix.size());
  return rest.starts_with("TEST_") || std::find(std::begin(kOthers), std::end(kOthers), rest) != std::end(kOthers);
}

bool is_setting(std::string_view variable) {
  return std::any_of(all().begin(), all().end(), [&](const Setting& each) { return variable == each.variable; });
}

/// Compares the words after the prefix, because the prefix would make all names similar.
std::string meant_by(std::string_view variable) {
  std::vector<std::string_view> words;
  for (const Setting& setting : all()) words.push_back(std::string_view(setting.variable).substr(kPrefix.size()));
  const std::string_view word = nearest_word(variable.substr(kPrefix.size()), words);
  return word.empty() ? "" : std::string(kPrefix).append(word);
}

}  // namespace

std::vector<Unknown> unknown_variables() {
  std::vector<Unknown> unknown;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
    const std::string_view text = *each;
    const std::string_view variable = text.substr(0, text.find('='));
    if (!variable.starts_with(kPrefix) || is_setting(variable) || is_of_others(variable)) continue;
    unknown.push_back({std::string(variable), meant_by(variable)});
  }
  return unknown;
}

std::string unknown_variables_text() {
  return listed(unknown_variables(), [](const Unknown& each) {
    return each.meant.empty() ? each.variable : each.variable + " (" + each.meant + " is meant?)";
  });
}

}  // namespace topomorph::settings
