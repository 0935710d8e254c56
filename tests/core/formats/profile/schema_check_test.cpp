// Profiles of every version are read, and files with any other schema are refused.
#include "core/formats/profile/schema_check.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "core/base/error.h"
#include "core/formats/profile/schema.h"
#include "tests/temporary_folder.h"

namespace topomorph::formats {
namespace {

using profile_schema::kNetworkWithoutWaiting;
using profile_schema::kTables;
using profile_schema::Part;

class SchemaCheckTest : public ::testing::Test {
 protected:
  void run(const std::string& sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
    sqlite3_close(database);
  }

  /// Creates the tables of these parts.
  void create(const std::vector<Part>& parts) {
    std::filesystem::remove(path_);
    std::string sql = "PRAGMA synchronous = OFF; BEGIN;";
    for (const auto& table : kTables) {
      if (std::ranges::find(parts, table.part) != parts.end()) sql += std::string(table.sql) + ";";
    }
    run(sql + "COMMIT");
  }

  void create_all() {
    create({Part::Basis, Part::Groups, Part::Trace, Part::Network, Part::Topologies, Part::Processors});
  }

  ProfileParts parts() const { return check_schema(Database::open_for_reading(path_), path_); }

  std::string error() const {
    try {
      parts();
    } catch (const InputError& error) {
      return std::string(error.what()).substr(path_.size());
    }
    return "";
  }

  /// What is said of a profile after a change.
  std::string after(const std::string& sql) {
    create_all();
    run("PRAGMA synchronous = OFF;" + sql);
    return error();
  }

  const tests::TemporaryFolder folder_;
  const std::string path_ = (folder_.path() / "app.tmprof").string();
};

std::string refusal(const std::string& found) {
  return ": is no profile (.tmprof): found " + found +
         ", expected the tables that 'topomorph profile' writes and nothing else";
}

TEST_F(SchemaCheckTest, AProfileOfToday) {
  create_all();
  const ProfileParts found = parts();
  EXPECT_TRUE(found.groups && found.trace && found.network && found.waiting && found.topologies);
}

TEST_F(SchemaCheckTest, ProfilesOfOlderVersions) {
  create({Part::Basis});
  ProfileParts found = parts();
  EXPECT_FALSE(found.groups || found.trace || found.network || found.waiting || found.topologies);
  create({Part::Basis, Part::Groups});
  EXPECT_TRUE(parts().groups);
  create({Part::Basis, Part::Groups, Part::Trace});
  EXPECT_TRUE(parts().trace);
  run(std::string(kNetworkWithoutWaiting.sql));
  found = parts();
  EXPECT_TRUE(found.network && found.trace);
  EXPECT_FALSE(found.waiting);
}

TEST_F(SchemaCheckTest, AnyOtherTextIsRefused) {
  for (const auto& table : kTables) {
    const std::string name(table.name), drop = "DROP TABLE " + name + ";", text(table.sql);
    EXPECT_EQ(after(drop + text.substr(0, text.size() - 1) + ", more TEXT)"), refusal("another table '" + name + "'"));
    EXPECT_EQ(after(drop + "CREATE VIEW " + name + " AS SELECT 1"), refusal("another view '" + name + "'"));
    // A part of one table is missing as a whole: older versions did not write it.
    const bool whole_part = table.part == Part::Network || table.part == Part::Processors;
    EXPECT_EQ(after(drop), whole_part ? "" : refusal("no table '" + name + "'"));
  }
}

TEST_F(SchemaCheckTest, AnythingMoreIsRefused) {
  EXPECT_EQ(after("CREATE TABLE more(x)"), refusal("another table"));
  EXPECT_EQ(after("CREATE INDEX more ON traffic(bytes)"), refusal("another index"));
  EXPECT_EQ(after("CREATE VIEW more AS SELECT 1"), refusal("another view"));
  EXPECT_EQ(after("CREATE TRIGGER more AFTER INSERT ON meta BEGIN SELECT 1; END"), refusal("another trigger"));
  EXPECT_EQ(after("CREATE TABLE \"meta\x1b[31m\"(x)"), refusal("another table")) << "no name of the file is repeated";
}

std::string statement_error(const Database& database, const char* sql) {
  try {
    Statement rows(database, sql);
    while (rows.step()) rows.text(0);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_F(SchemaCheckTest, AReaderMayReadTheTablesAndNothingElse) {
  create_all();
  run("INSERT INTO meta VALUES('a', 'b')");
  const Database database = Database::open_for_reading(path_);
  EXPECT_EQ(statement_error(database, "SELECT value FROM meta"), "");
  for (const char* sql :
       {"SELECT count(*) FROM meta", "SELECT upper(value) FROM meta", "PRAGMA table_info('meta')",
        "ATTACH ':memory:' AS other", "DELETE FROM meta", "CREATE TEMP TABLE t(x)", "SELECT load_extension('x')",
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) "
        "SELECT x FROM c",
        "SELECT name FROM pragma_function_list"}) {
    EXPECT_NE(statement_error(database, sql), "") << sql;
  }
}

TEST_F(SchemaCheckTest, AQueryReturnsNoMoreThanAFileHas) {
  create_all();
  run("INSERT INTO meta VALUES('a', 'b')");
  const Database database = Database::open_for_reading(path_);
  const std::uint64_t most = database.bytes_of_query();
  EXPECT_EQ(most, 4 * std::filesystem::file_size(path_));
  Statement rows(database, "SELECT value FROM meta");
  ASSERT_TRUE(rows.step());
  for (std::uint64_t taken = 5; taken < most; ++taken) EXPECT_EQ(rows.text(0), "b");
  EXPECT_THROW(rows.text(0), InputError);
}

TEST_F(SchemaCheckTest, HolesOfAFileAreNoContent) {
  constexpr std::uint64_t kTerabyte = std::uint64_t{1} << 40;
  EXPECT_EQ(patience_with(kTerabyte, 4096).bytes, std::uint64_t{4096} * 64 * 4);
  EXPECT_EQ(patience_with(kTerabyte, kTerabyte).bytes, 4 * kTerabyte);
  EXPECT_EQ(patience_with(65536, 0).bytes, std::uint64_t{4} * 65536) << "some file systems tell of no blocks";
}

}  // namespace
}  // namespace topomorph::formats
