// Compares the tables of a file with those of a profile.
#pragma once

#include <string>

#include "core/formats/profile/database.h"

namespace topomorph::formats {

/// The parts of a profile that older versions did not write.
struct ProfileParts {
  bool groups = false, trace = false, network = false, topologies = false, processors = false;
  bool waiting = false;  ///< of the network, a column
};

/// Returns the parts of the profile. Throws InputError, which names the file, unless the texts in SQLite's own table of
/// the schema are those of schema.h, byte by byte: any other table, column, view, trigger or index makes SQLite compute
/// what its author wants. No text of the file is in the message.
ProfileParts check_schema(const Database& database, const std::string& path);

}  // namespace topomorph::formats
