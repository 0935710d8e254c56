// Reads and writes the file of one run and other small files of the store: "key=value" lines.
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/store/kept_folder.h"
#include "core/store/store.h"
#include "core/wire/frame_io.h"

namespace topomorph::store {

/// A file of the store with unexpected content. It may be dropped.
class Damaged : public InputError {
 public:
  Damaged(const std::string& file, const std::string& how) : InputError(file, 0, "is damaged: " + how) {}
};

/// Throws Damaged; throws InputError for a file that cannot be read or has a later format.
wire::KeyValues read_values(const KeptFolder& folder, const std::string& name);
/// Adds the format version. Throws InputError.
void write_values(const KeptFolder& folder, const std::string& name, wire::KeyValues values);

wire::KeyValues values_of(const Run& run);
/// Throws InputError for missing or invalid values.
Run run_of(const wire::KeyValues& values);

wire::KeyValues values_of(const Case& what);
Case case_of(const wire::KeyValues& values);

/// Returns "launcher", "reordered" or "outdated".
const char* name(Order order);
/// Returns "none", "refused", "kept" or "moved".
const char* name(Topologies topologies);
/// Throws InputError for other words.
Order order_named(const std::string& name);

}  // namespace topomorph::store
