// SQLite works on the open file alone: no path that another user could exchange, no journal beside it.
#include "core/formats/profile/descriptor_vfs.h"

#include <filesystem>
#include <string>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/base/descriptor.h"
#include "core/formats/profile/database.h"
#include "core/formats/profile/schema.h"
#include "core/formats/profile/writer.h"
#include "tests/core/testing.h"

namespace topomorph::formats {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

std::string all_tables() {
  std::string sql;
  for (const auto& table : profile_schema::kTables) sql += std::string(table.sql) + ";";
  return sql;
}

TEST(DescriptorVfs, WritesAndReadsAFileWithoutAName) {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("a");
  Descriptor file(open(path.c_str(), O_RDWR | O_CREAT, 0600));
  fs::remove(path);
  Database::create(file.get(), "a").run(all_tables() + "INSERT INTO meta VALUES('ranks', '3')");
  const Database again = Database::open_for_reading({std::move(file), "a"});
  Statement row(again, "SELECT value FROM meta WHERE key = 'ranks'");
  ASSERT_TRUE(row.step());
  EXPECT_EQ(row.text(0), "3");
  EXPECT_TRUE(folder.names().empty()) << "no journal, no file of the old name";
}

TEST(DescriptorVfs, AnExchangedFileIsNotWrittenTo) {
  const tests::TemporaryFolder folder;
  ProfileWriter writer(folder.file("a"));
  ASSERT_EQ(folder.names().size(), 1U);
  const std::string unfinished = folder.file(folder.names()[0]), thesis = folder.write("thesis", "");
  fs::remove(unfinished);
  fs::create_symlink(thesis, unfinished);
  const std::string meta = "program=app\nranks=1\n";
  writer.add({wire::FrameType::Meta, {meta.data(), meta.size()}});
  EXPECT_INPUT_ERROR(writer.commit(), "a: was exchanged while it was written");
  EXPECT_EQ(fs::file_size(thesis), 0U);
}

/// SQLite would roll it back, and then remove it and the file that it names.
TEST(DescriptorVfs, AJournalBesideTheFileStays) {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("a");
  const Descriptor file(open(path.c_str(), O_RDWR | O_CREAT, 0600));
  Database::create(file.get(), path).run(all_tables());
  const std::string magic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", journal = magic + std::string(504, '\0');
  for (const char* ending : {"-journal", "-wal", "-shm"}) folder.write(std::string("a") + ending, journal);
  const Database again = Database::open_for_reading(path);
  Statement row(again, "SELECT name FROM sqlite_master");
  EXPECT_TRUE(row.step());
  for (const char* ending : {"-journal", "-wal", "-shm"}) EXPECT_EQ(tests::read_file(path + ending), journal) << ending;
}

TEST(DescriptorVfs, OpensNothingElse) {
  const ProfileFile none(Descriptor(open("/dev/null", O_RDONLY)), "null");
  EXPECT_INPUT_ERROR(Database::open_for_reading(none), "null: is no regular file, expected a profile");
  EXPECT_THROW(Database::create(777, "closed"), InputError);
}

}  // namespace
}  // namespace topomorph::formats
