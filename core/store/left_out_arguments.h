// Stands for a program's arguments in a store that does not keep them.
//
// Runs with other arguments are still other cases, so a digest takes the place of the arguments. Without a key a digest
// tells short secrets: whoever reads the store could try out likely ones. The key is a file of the user's in the store,
// which nobody else can read:
//
//   STORE/arguments-UID.key    secret_key.h
//
// Price: in a store that several users share, each has a key, so they do not share the cases with arguments.
#pragma once

#include <string>
#include <string_view>

#include "core/base/siphash.h"

namespace topomorph::store {

/// Returns the key of this process's user in the folder of a store, which exists. Makes it if there is none; of two
/// processes that make it at once both get the same. Throws InputError if the file cannot be made or read, is not the
/// user's, or may be read by others.
SipKey argument_key(const std::string& folder);

/// Returns "(arguments left out, 0123456789abcdef)", which no arguments_that_count() look like; "" for none.
std::string left_out(std::string_view arguments, const SipKey& key);

/// Whether left_out() made the text, or one like it.
bool are_left_out(std::string_view arguments);

}  // namespace topomorph::store
