// Gives numbers to names, and keeps the lists of phases and groups.
#include "monitoring/counting/name_lists.h"

#include <utility>

namespace topomorph::monitoring {
namespace phases {
namespace {

/// Replaces control characters: the record has one name a line.
std::string one_line(std::string_view name) {
  std::string line(name.empty() ? "main" : name);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return line;
}

NameList* begun() {
  auto* const names = new NameList;
  names->number_of("main", kMaximalPhases);
  return names;
}

}  // namespace

/// Never destroyed: threads may outlive main().
NameList& all() {
  static NameList* const names = begun();
  return *names;
}

std::uint32_t number_of(std::string_view name) {
  const std::uint32_t number = all().number_of(one_line(name), kMaximalPhases - 1);
  return number == NameList::kFull ? all().number_of("(more phases)", kMaximalPhases) : number;
}

}  // namespace phases

namespace groups {

/// Never destroyed: threads may outlive main().
NameList& all() {
  static auto* const groups = new NameList;
  return *groups;
}

std::uint32_t number_of(std::string members) { return all().number_of(std::move(members), kMaximalGroups); }

}  // namespace groups
}  // namespace topomorph::monitoring
