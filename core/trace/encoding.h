// Steps as bytes that are the same on every machine.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/step.h"

namespace topomorph::trace {

/// Each step is its kind and its fields: numbers of 7 bits a byte, the lowest first (LEB128), and the seconds as the
/// eight bytes of a binary64 number. Steps without processor time and fields that the kind does not have take no space.
std::string encode(std::span<const Step> steps);

/// Throws InputError unless encode() can have made the bytes, of at most `most` steps. check() says whether the steps
/// make sense.
std::vector<Step> decode(std::string_view bytes, std::size_t most);

}  // namespace topomorph::trace
