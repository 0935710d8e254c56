// Collects what a reader of damaged files skipped, in a few lines for the user.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::inline base {

/// Part of a file could not be used, but the rest could. The reader does not throw; the user learns the place and what
/// is missing.
class Warnings {
 public:
  static constexpr std::size_t kMostTold = 5;

  void add(const std::string& file, std::uint64_t line, const std::string& text) {
    add(InputError(file, line, text).what());
  }
  /// `text` includes the place.
  void add(std::string text) {
    if (++count_ <= kMostTold) told_.push_back(std::move(text));
  }

  std::size_t count() const { return count_; }

  /// Returns one line "FILE:LINE: TEXT" for each of the first kMostTold places, and one line for all others together.
  std::vector<std::string> lines() const {
    std::vector<std::string> all = told_;
    if (count_ > told_.size()) all.push_back(fmt::format("and {} more such places", count_ - told_.size()));
    return all;
  }

 private:
  std::size_t count_ = 0;
  std::vector<std::string> told_;
};

}  // namespace topomorph::inline base
