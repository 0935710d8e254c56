// The readers and writers behind affinity_formats() (affinity_file.h), and their shared helpers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/line_reader.h"
#include "core/model/affinity.h"

namespace topomorph::formats {

/// Parse `word`, or throw InputError at the reader's line; `what` names the expected value.
std::uint64_t count_or_fail(const LineReader& reader, std::string_view word, const char* what);
std::uint64_t volume_or_fail(const LineReader& reader, std::string_view word);

/// Parses a count from 1 to kMaxRoles, or throws InputError.
std::uint64_t roles_or_fail(const LineReader& reader, std::string_view word);

/// Calls from_traffic and adds the file's name to its errors.
Affinity build_affinity(const std::string& path, std::uint64_t roles, std::vector<Traffic> traffic);

}  // namespace topomorph::formats
