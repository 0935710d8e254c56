// Whether the file of a library is whole, before the loader maps it.
#pragma once

namespace topomorph::loading {

/// Returns what is wrong with the file: "cannot be read", "is no file", "is no library", "is cut off"; null: it can be
/// opened. The loader refuses a file that is no library, but maps one that an interrupted copy has left behind, and the
/// process ends with SIGBUS. Allocates nothing.
const char* damage_of(const char* path);

}  // namespace topomorph::loading
