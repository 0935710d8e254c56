// Where the key of hashed names lies.
#pragma once

#include <string>

#include "core/store/secret_key.h"

namespace topomorph::centre {

/// Returns where the key lies if no file is named: in XDG_CONFIG_HOME/topomorph or ~/.config/topomorph. Makes what is
/// missing of the folder, for its owner alone. Throws InputError if there is no such place.
std::string default_key_file();

/// Returns the key in a file, as secret_key_in() does.
store::SecretKey key_from_file(const std::string& path);

}  // namespace topomorph::centre
