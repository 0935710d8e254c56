// A key that only its user knows, in a file that nobody else can read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/folder.h"

namespace topomorph::store {

/// In bytes. Names and arguments are short and a hash is fast: whoever has hashes tries out 22 million keys a second on
/// one core.
inline constexpr std::size_t kShortestKey = 16;

struct SecretKey {
  std::string text;  ///< the first line of the file
  bool is_new = false;
};

/// Returns the key in a file of the folder. If there is none, makes one of 256 random bits, with mode 0600, whole or
/// not at all; of two processes that do so at once, both get the same. Throws InputError for a link, a file of another
/// user, one that others may read, and a key of less than kShortestKey.
SecretKey secret_key_in(const Folder& folder, const std::string& name);

/// Whether it can be a key that secret_key_in() has made.
bool is_random_key(std::string_view text);

}  // namespace topomorph::store
