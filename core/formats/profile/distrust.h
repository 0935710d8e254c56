// Takes from SQLite what a profile that somebody else has made could use against its reader.
#pragma once

#include <cstdint>
#include <memory>

struct sqlite3;

namespace topomorph::formats {

/// The longest text or blob of a profile, in bytes: the members of a group of a million ranks in no order take 8 MB.
inline constexpr int kLongestValue = 1 << 24;

/// How much a reader of a file does before it takes the file for damaged. Pages that are in several places of a file
/// make it endless.
struct Patience {
  std::uint64_t bytes = 0;          ///< that a query may return
  std::uint64_t million_steps = 0;  ///< of SQLite, left for all queries together
};

/// Returns the patience with a file of so many bytes, `allocated` of which are on a disk: a file may consist of holes.
Patience patience_with(std::uint64_t bytes, std::uint64_t allocated);

/// Allows the connection nothing but to read the tables of a profile, with bounded steps, values and memory. No view,
/// trigger or attached database works; a statement that does anything else is refused when it is prepared. The limit of
/// memory holds for all of SQLite in this process. `patience` must outlive the connection.
void distrust(sqlite3* database, Patience& patience);

}  // namespace topomorph::formats
