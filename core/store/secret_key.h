// A key that only its user knows, in a file that nobody else can read, and what it makes of a program's arguments.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/digest.h"
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

/// A store that does not keep arguments has digests in their place, because runs with other arguments are still other
/// cases. Without a key a digest tells short secrets: whoever reads the store could try out likely ones. The key is a
/// file of the user's in the store, STORE/arguments-UID.key, which nobody else can read. Price: in a store that several
/// users share, each has a key, so they do not share the cases with arguments.
///
/// Returns the key of this process's user in the folder of a store, which exists. Makes it if there is none; of two
/// processes that make it at once both get the same. Throws InputError if the file cannot be made or read, is not the
/// user's, or may be read by others.
SipKey argument_key(const std::string& folder);

/// Returns "(arguments left out, 0123456789abcdef)", which no arguments_that_count() look like; "" for none.
std::string left_out(std::string_view arguments, const SipKey& key);

/// Whether left_out() made the text, or one like it.
bool are_left_out(std::string_view arguments);

}  // namespace topomorph::store
