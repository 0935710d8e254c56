// The key of hashed names is made once, and taken only from a file that nobody else reads.
#include "tools/centre/key_file.h"

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "tests/temporary_folder.h"

namespace topomorph::centre {
namespace {

using ::testing::HasSubstr;

constexpr const char* kGoodKey = "sixteen bytes, or";

std::string complaint_about_key(const std::string& path) {
  try {
    key_from_file(path);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string key_file(const tests::TemporaryFolder& folder, const std::string& name, const std::string& content,
                     mode_t mode = 0600) {
  std::string path = folder.write(name, content);
  EXPECT_EQ(chmod(path.c_str(), mode), 0);
  return path;
}

TEST(HashKeyFile, IsMadeOnceOfRandomBits) {
  const tests::TemporaryFolder folder;
  const store::SecretKey key = key_from_file(folder.file("key")), again = key_from_file(folder.file("key"));
  EXPECT_TRUE(key.is_new);
  EXPECT_FALSE(again.is_new);
  EXPECT_EQ(key.text, again.text);
  EXPECT_EQ(key.text.size(), 64U);
  EXPECT_NE(key.text, key_from_file(folder.file("other")).text);
  struct stat status = {};
  ASSERT_EQ(stat(folder.file("key").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
  EXPECT_EQ(folder.names().size(), 2U);  // nothing else is left
}

TEST(HashKeyFile, CommandsThatMakeItAtOnceGetTheSame) {
  const tests::TemporaryFolder folder;
  std::vector<std::string> keys(8);
  std::vector<std::thread> threads;
  for (std::string& key : keys) threads.emplace_back([&] { key = key_from_file(folder.file("key")).text; });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& key : keys) EXPECT_EQ(key, keys[0]);
}

TEST(HashKeyFile, TheFirstLineIsTheKey) {
  const tests::TemporaryFolder folder;
  EXPECT_EQ(key_from_file(key_file(folder, "unix", std::string(kGoodKey) + "\nmore")).text, kGoodKey);
  EXPECT_EQ(key_from_file(key_file(folder, "dos", std::string(kGoodKey) + "\r\n", 0400)).text, kGoodKey);
  EXPECT_EQ(key_from_file(key_file(folder, "bare", kGoodKey)).text, kGoodKey);
}

TEST(HashKeyFile, WhatOthersMayKnowIsRefused) {
  const tests::TemporaryFolder folder;
  for (const mode_t mode : {0640U, 0604U, 0620U, 0601U}) {
    EXPECT_THAT(complaint_about_key(key_file(folder, "open", kGoodKey, mode)), HasSubstr("expected 0600")) << mode;
  }
  EXPECT_THAT(complaint_about_key(key_file(folder, "short", "secret\n")), HasSubstr("found a key of 6 bytes"));
  EXPECT_THAT(complaint_about_key(key_file(folder, "empty", "")), HasSubstr("found a key of 0 bytes"));
  std::filesystem::create_symlink("short", folder.file("link"));
  EXPECT_THAT(complaint_about_key(folder.file("link")), HasSubstr("link: is no regular file"));
  ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);
  EXPECT_THAT(complaint_about_key(folder.file("pipe")), HasSubstr("is no regular file"));
  EXPECT_THAT(complaint_about_key(folder.file("no/key")), HasSubstr("no/: cannot be read"));
  const std::string foreign = key_file(folder, "foreign", kGoodKey);
  if (chown(foreign.c_str(), 1, 1) != 0) GTEST_SKIP() << "only root can make files of other users";
  EXPECT_THAT(complaint_about_key(foreign), HasSubstr("belongs to another user"));
}

}  // namespace
}  // namespace topomorph::centre
