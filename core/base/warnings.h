// What a reader of damaged files passed over, for the user: a few lines, however much it is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::inline base {

/// Something in a file could not be used, and the rest of it could: nothing is thrown, but the user is told where it is
/// and what is missing now.
class Warnings {
 public:
  static constexpr std::size_t kMostTold = 5;

  void add(const std::string& file, std::uint64_t line, const std::string& text) {
    add(InputError(file, line, text).what());
  }
  /// With the place in it.
  void add(std::string text) {
    if (++count_ <= kMostTold) told_.push_back(std::move(text));
  }

  std::size_t count() const { return count_; }

  /// One for each, as "FILE:LINE: TEXT", and one for all beyond the first kMostTold.
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
