// The names of the files and folders that TopoMorph makes in a store.
#include "core/store/names.h"

#include <algorithm>
#include <array>

#include "core/base/atomic_file.h"
#include "core/base/text.h"

namespace topomorph::store {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }
bool is_letter_of_temporary(char c) { return is_digit(c) || (c >= 'a' && c <= 'z'); }

/// Compares with a pattern in which 0 stands for a digit and x for a hexadecimal one.
bool matches(std::string_view text, std::string_view pattern) {
  return std::ranges::equal(text, pattern, [](char c, char place) {
    return place == '0' ? is_digit(c) : place == 'x' ? is_hexadecimal(c) : c == place;
  });
}

bool is_run_id(std::string_view text) { return matches(text, "00000000T000000.000000Z-xxxxxxxx"); }

bool take_ending(std::string_view& name, std::string_view ending) {
  if (!name.ends_with(ending)) return false;
  name.remove_suffix(ending.size());
  return true;
}

std::string_view without_temporary_ending(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == name.npos || name.size() - dot - 1 != kTemporaryLetters) return name;
  return std::ranges::all_of(name.substr(dot + 1), is_letter_of_temporary) ? name.substr(0, dot) : name;
}

bool is_finished_name(std::string_view name) {
  if (is_lasting_name(name) || name == kContinuedName) return true;
  for (const std::string_view ending : {kPartsEnding, std::string_view(".tmprof")}) {
    std::string_view run = name;
    if (take_ending(run, ending) && is_run_id(run)) return true;
  }
  return (take_ending(name, kNetworkEnding) || take_ending(name, kPlanEnding)) && matches(name, "xxxxxxxxxxxxxxxx");
}

}  // namespace

bool is_run_name(std::string_view name) { return take_ending(name, kRunEnding) && is_run_id(name); }

bool is_letter_of_case(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

bool is_case_name(std::string_view name) {
  constexpr std::string_view kEnd = "-xxxxxxxxxxxxxxxx";
  if (name.size() <= kEnd.size() || name.front() == '.') return false;
  const std::size_t program = name.size() - kEnd.size();
  return std::ranges::all_of(name.substr(0, program), is_letter_of_case) && matches(name.substr(program), kEnd);
}

bool is_lasting_name(std::string_view name) { return name == kCaseName || name == kProfileName || is_run_name(name); }

bool is_own_name(std::string_view name) {
  return is_finished_name(name) || is_finished_name(without_temporary_ending(name));
}

}  // namespace topomorph::store
