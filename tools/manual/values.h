// What the values of options can be.
//
// The type name of an option says it: alternatives between '|'. A word in small letters stands for itself
// ("fast|default|best"), one in capitals is a kind of the table in values.cpp (TOPOLOGY, FILE, FILE.svg). ",..." behind
// it: a list with commas. Square brackets are what may be left out.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace topomorph::manual {

/// Throws std::runtime_error, naming the option, if a kind in `value` is in no row of the table: shells could not
/// complete it.
void check_kinds(const std::string& value, const std::string& option);

/// By name: "words" that a value may be or begin with, and what else it may be: "files", "folders", "commands", "hosts"
/// or "" (numbers, names: nothing to complete).
nlohmann::ordered_json kinds_json();

}  // namespace topomorph::manual
