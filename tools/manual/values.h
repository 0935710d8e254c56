// The kinds of values that options take.
// || The type name of an option lists its alternatives, divided by '|'. A word in small letters stands for itself
// ("fast|default|best"). A word in capitals is a kind from the table in values.cpp (TOPOLOGY, FILE, FILE.svg). A
// trailing ",..." means a list with commas. Square brackets enclose optional parts.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace topomorph::manual {

/// Throws std::runtime_error, which names the option, if a kind in `value` is missing in the table: shells could not
/// complete it.
void check_kinds(const std::string& value, const std::string& option);

/// Returns, for each kind, "words": values or their beginnings; and "others": "files", "folders", "commands", "hosts",
/// or "" if there is nothing else to complete (numbers, names).
nlohmann::ordered_json kinds_json();

}  // namespace topomorph::manual
