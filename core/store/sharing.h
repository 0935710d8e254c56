// Whether the folder of another user is a store that the caller shares.
#pragma once

#include <string>
#include <utility>

#include <sys/stat.h>

#include "core/base/folder.h"

namespace topomorph::store {

/// The folder of a store, and whether the user or the site has named it. Where nobody has (the default), the folder of
/// another user is none, whatever its mode: the caller has never chosen to share.
struct Location {
  Location(std::string path, bool named = false) : folder(std::move(path)), is_named(named) {}

  std::string folder;
  bool is_named;
};

/// Whether a store has the mode of one that a group shares: 2770.
bool is_shared(const struct stat& store) noexcept;

/// Whether a folder of another user with this mode is a store for the caller, where somebody has named it. It must
/// belong to a group of the caller's. All users of a machine can have one primary group, so that one counts only for a
/// folder that nobody but root, the caller and the folder's owner can have put where it is.
bool shares_with_caller(const Folder& store);

}  // namespace topomorph::store
