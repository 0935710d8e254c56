// Helpers of the core tests: third-party data, checks of errors, small instances.
#pragma once

#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/model/affinity.h"
#include "tests/temporary_folder.h"

namespace topomorph::testing {

using tests::read_file;
using tests::TemporaryFolder;

#ifndef __has_feature  // clang has __has_feature; g++ has macros
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || __has_feature(address_sanitizer) || \
    __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// Returns how many of `many` small instances a test tries: a fifth with sanitizers, which take ten times as long.
constexpr std::uint64_t instances(std::uint64_t many) { return kSanitized ? (many + 4) / 5 : many; }

/// Returns the path of a third-party data file (TOPOMORPH_DATA); empty if the data are absent.
std::string data_file(const std::string& name);

/// Returns every stored entry, ordered by source and destination.
std::vector<Traffic> traffic_of(const Affinity& affinity);

/// Returns `edges` random pairs of different roles, each with 1 to 1000 bytes and 1 to 9 messages.
Affinity random_affinity(std::uint64_t roles, std::size_t edges, std::uint64_t seed);

/// Whether the message has the piece; if not, tells both.
::testing::AssertionResult says(const std::string& message, const std::string& piece);

}  // namespace topomorph::testing

namespace topomorph {
bool operator==(const Traffic& a, const Traffic& b);
void PrintTo(const Traffic& traffic, std::ostream* out);
}  // namespace topomorph

/// Expects that the statement throws InputError with `piece` in its message. A matcher of GoogleTest would be compiled,
/// as a hundred functions, for each statement.
#define EXPECT_INPUT_ERROR(statement, piece)                   \
  EXPECT_TRUE([&]() -> ::testing::AssertionResult {            \
    try {                                                      \
      statement;                                               \
    } catch (const ::topomorph::InputError& thrown) {          \
      return ::topomorph::testing::says(thrown.what(), piece); \
    }                                                          \
    return ::testing::AssertionFailure() << "no InputError";   \
  }())

#define SKIP_WITHOUT(path) \
  if ((path).empty()) GTEST_SKIP() << "the third-party data (TOPOMORPH_DATA) are not here"
