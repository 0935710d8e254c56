// Compares the tables of a file with those of a profile.
#include "core/formats/profile/schema_check.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/formats/profile/schema.h"

namespace topomorph::formats {
namespace {

using profile_schema::kNetworkWithoutWaiting;
using profile_schema::kTables;
using profile_schema::kWithIndex;
using profile_schema::Part;
using profile_schema::Table;

constexpr std::string_view kAutomaticIndex = "sqlite_autoindex_", kFirst = "_1";

/// A row of SQLite's table of the schema.
struct Entry {
  std::string type, name, table, sql;
};

const Table* table_with(const Entry& entry) {
  if (entry.type != "table" || entry.table != entry.name) return nullptr;
  const auto same = [&](const Table& table) { return entry.name == table.name && entry.sql == table.sql; };
  if (same(kNetworkWithoutWaiting)) return &kNetworkWithoutWaiting;
  const auto found = std::ranges::find_if(kTables, same);
  return found == kTables.end() ? nullptr : &*found;
}

bool is_automatic_index(const Entry& entry) {
  const auto is_of = [&](std::string_view table) {
    return entry.table == table && entry.name == std::string(kAutomaticIndex).append(table).append(kFirst);
  };
  return entry.type == "index" && entry.sql.empty() && std::ranges::any_of(kWithIndex, is_of);
}

[[noreturn]] void refuse_schema(const std::string& path, const std::string& found) {
  throw InputError(path, 0,
                   "is no profile (.tmprof): found " + found +
                       ", expected the tables that 'topomorph profile' writes and nothing else");
}

/// Returns "another view 'meta'", or "another trigger" where the name is not one of ours: foreign text is not repeated.
std::string words_for(const Entry& entry) {
  constexpr std::array<std::string_view, 4> kTypes = {"table", "index", "view", "trigger"};
  const bool known_type = std::ranges::find(kTypes, entry.type) != kTypes.end();
  const std::string type = known_type ? entry.type : "entry";
  const auto named = std::ranges::find(kTables, lower_case(entry.name), &Table::name);
  return named == kTables.end() ? "another " + type : "another " + type + " '" + std::string(named->name) + "'";
}

/// The tables that a file has, by their names, which are unique in a database.
using Found = std::map<std::string_view, const Table*>;

bool has_part(const Found& found, Part part) {
  return std::ranges::any_of(found, [&](const auto& table) { return table.second->part == part; });
}

/// Throws InputError for a part of which some tables are missing.
void check_complete(const std::string& path, const Found& found) {
  for (const Table& table : kTables) {
    const bool wanted = table.part == Part::Basis || has_part(found, table.part);
    if (wanted && !found.contains(table.name)) refuse_schema(path, "no table '" + std::string(table.name) + "'");
  }
}

}  // namespace

ProfileParts check_schema(const Database& database, const std::string& path) {
  Found found;
  Statement rows(database, "SELECT type, name, tbl_name, sql FROM sqlite_master");
  while (rows.step()) {
    const Entry entry{rows.text(0), rows.text(1), rows.text(2), rows.text(3)};
    if (is_automatic_index(entry)) continue;
    const Table* table = table_with(entry);
    if (table == nullptr) refuse_schema(path, words_for(entry));
    found[table->name] = table;
  }
  check_complete(path, found);
  const bool network = has_part(found, Part::Network);
  return {.groups = has_part(found, Part::Groups),
          .trace = has_part(found, Part::Trace),
          .network = network,
          .topologies = has_part(found, Part::Topologies),
          .processors = has_part(found, Part::Processors),
          .waiting = network && found["network"] != &kNetworkWithoutWaiting};
}

}  // namespace topomorph::formats
