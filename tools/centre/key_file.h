// The key of hashed names, in a file that nobody but its owner reads.
#pragma once

#include <cstddef>
#include <string>

namespace topomorph::centre {

/// In bytes. Names are short and a hash is fast: who has a page tries out 22 million keys a second on one core.
inline constexpr std::size_t kShortestKey = 16;

/// A key and whether it is new.
struct HashKey {
  std::string text;
  bool is_new = false;
};

/// Returns where the key lies if no file is named: in XDG_STATE_HOME/topomorph or ~/.local/state/topomorph. Makes what
/// is missing of the folder, with mode 0700. Throws InputError if there is no such place.
std::string default_key_file();

/// Returns the first line of the file. If there is none, makes one of 256 random bits, with mode 0600, whole or not at
/// all; of two commands that do so at once, both get the same.
/// Throws InputError for a file of another user, one that others may read, a link, and a key of less than kShortestKey.
HashKey key_from_file(const std::string& path);

}  // namespace topomorph::centre
