// Takes from SQLite what a profile that somebody else has made could use against its reader.
#include "core/formats/profile/distrust.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <sqlite3.h>

#include "core/formats/profile/schema.h"

namespace topomorph::formats {
namespace {

constexpr int kMillion = 1'000'000;

/// SQLite's own pages take 2 MB, a value up to kLongestValue, and SQLite may hold a few copies of it.
constexpr sqlite3_int64 kMostMemory = 256 << 20, kUsualMemory = 64 << 20;

/// Our longest statement has some hundred bytes, our widest table ten columns. A table of somebody else's may have
/// more, so that the line can name it.
constexpr std::array<std::pair<int, int>, 8> kLimits = {{{SQLITE_LIMIT_LENGTH, kLongestValue},
                                                         {SQLITE_LIMIT_SQL_LENGTH, 4096},
                                                         {SQLITE_LIMIT_COLUMN, 100},
                                                         {SQLITE_LIMIT_EXPR_DEPTH, 100},
                                                         {SQLITE_LIMIT_VDBE_OP, 4096},
                                                         {SQLITE_LIMIT_ATTACHED, 0},
                                                         {SQLITE_LIMIT_TRIGGER_DEPTH, 0},
                                                         {SQLITE_LIMIT_WORKER_THREADS, 0}}};

/// Options of newer versions of SQLite; an older library, which does not know one, is told nothing.
constexpr std::pair<int, int> kOptions[] = {
    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
#ifdef SQLITE_DBCONFIG_DEFENSIVE
    {SQLITE_DBCONFIG_DEFENSIVE, 1},
#endif
#ifdef SQLITE_DBCONFIG_ENABLE_VIEW
    {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
#endif
#ifdef SQLITE_DBCONFIG_TRUSTED_SCHEMA
    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
#endif
#ifdef SQLITE_DBCONFIG_DQS_DDL
    {SQLITE_DBCONFIG_DQS_DDL, 0},        {SQLITE_DBCONFIG_DQS_DML, 0},
#endif
};

/// SQLite calls this once in a million steps to ask whether to stop.
int is_out_of_patience(void* patience) {
  auto& left = static_cast<Patience*>(patience)->million_steps;
  if (left == 0) return 1;
  --left;
  return 0;
}

/// SQLite calls this for whatever a statement does, when it is prepared. The schema of a file is parsed without it.
int allow_reading(void*, int action, const char* table, const char*, const char*, const char*) {
  if (action == SQLITE_SELECT) return SQLITE_OK;
  if (action != SQLITE_READ || table == nullptr) return SQLITE_DENY;
  const std::string_view name = table;
  const bool known =
      name == "sqlite_master" ||
      std::ranges::find(profile_schema::kTables, name, &profile_schema::Table::name) != profile_schema::kTables.end();
  return known ? SQLITE_OK : SQLITE_DENY;
}

void limit_memory() {
#if SQLITE_VERSION_NUMBER >= 3031000
  sqlite3_hard_heap_limit64(kMostMemory);
#endif
  sqlite3_soft_heap_limit64(kUsualMemory);
}

}  // namespace

Patience patience_with(std::uint64_t bytes, std::uint64_t allocated) {
  // A row takes less than a step of SQLite for each of its bytes, and some tables are read several times. Numbers take
  // up to 20 characters for 8 bytes where they are read as text.
  constexpr std::uint64_t kStepsOfByte = 16, kFewMillion = 10, kTextOfByte = 4;
  constexpr std::uint64_t kMostCompressed = 64;  // by a file system; some tell of no blocks at all
  if (allocated > 0 && bytes / kMostCompressed > allocated) bytes = allocated * kMostCompressed;
  return {bytes * kTextOfByte, kFewMillion + bytes / kMillion * kStepsOfByte};
}

void distrust(sqlite3* database, Patience& patience) {
  limit_memory();
  sqlite3_exec(database, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", nullptr, nullptr, nullptr);
  for (const auto& [limit, most] : kLimits) sqlite3_limit(database, limit, most);
  for (const auto& [option, value] : kOptions) sqlite3_db_config(database, option, value, nullptr);
  sqlite3_progress_handler(database, kMillion, is_out_of_patience, &patience);
  sqlite3_set_authorizer(database, allow_reading, nullptr);
}

}  // namespace topomorph::formats
