// Groups of ranks as a line of text: "0-99999", "3-99903:100", "1,5-8".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace topomorph::wire {

/// Returns ascending ranks as text. Runs of equal steps are written as first-last:step (without step if it is 1), so
/// that rows, columns and blocks of a grid take a few bytes. Throws bad_alloc.
std::string members_text(std::span<const int> ranks);

/// Returns how many ranks a line of text has, without taking memory for them. Throws InputError as members_of().
std::uint64_t number_of_members(std::string_view text, std::uint64_t ranks);

/// Returns the ranks of a line of text. Throws InputError unless they ascend and are below `ranks`.
std::vector<std::uint64_t> members_of(std::string_view text, std::uint64_t ranks);

}  // namespace topomorph::wire
