// Shows names, or their hashes.
#include "tools/centre/names.h"

#include "core/base/error.h"

namespace topomorph::centre {

Names::Names(const std::string& key) {
  if (key.empty()) throw InputError("--hash-names: found an empty key, expected a text that nobody guesses");
  key_ = sip_key_of(key);
}

std::string Names::shown(const std::string& name) const {
  return key_ && !name.empty() ? std::string(hashed_name(name, *key_).data()) : name;
}

}  // namespace topomorph::centre
