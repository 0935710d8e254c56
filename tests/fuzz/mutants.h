// Inputs made from others by small skipped_places, the same everywhere: what continuous integration can rely on.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>

namespace topomorph::fuzz {

/// Makes inputs from what it is given. libFuzzer finds more, as it sees where an input leads; but what it does depends
/// on addresses and times, and the verdict on a commit must not.
class Mutants {
 public:
  /// `inputs` must live as long, and not be empty.
  Mutants(std::span<const std::string> inputs, std::uint64_t seed) : inputs_(inputs), random_(seed) {}

  /// One of the inputs after one to four skipped_places: bits, bytes, numbers and pieces changed, lost, doubled or
  /// taken from another input.
  std::string next();

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(random_() % n); }
  std::string_view piece_of(std::string_view text);
  void damage(std::string& text);

  std::span<const std::string> inputs_;
  std::mt19937_64 random_;
};

}  // namespace topomorph::fuzz
