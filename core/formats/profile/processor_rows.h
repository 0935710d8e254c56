// The processors that the processes of a job could use, and the time of the program: a section of its profile.
#pragma once

#include <vector>

#include "core/formats/profile/database.h"
#include "core/formats/profile/profile.h"
#include "core/formats/profile/schema_check.h"

namespace topomorph::formats {

/// The statement that write_processors() takes: it is prepared once for all processes.
inline constexpr const char* kProcessorRow = "INSERT INTO processors VALUES(?, ?, ?, ?)";

/// Writes what the Process frame of `rank` says; nothing if it says nothing sound.
void write_processors(Statement& row, std::uint64_t rank, const wire::KeyValues& process);

/// Adds what the section says to these ranks, which ascend; nothing of a profile without it. Throws InputError for a
/// row that no job can have written.
void read_processors(const Database& database, const ProfileParts& parts, std::vector<ProfiledRank>& ranks);

}  // namespace topomorph::formats
