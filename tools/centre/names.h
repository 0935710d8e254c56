// Names as they are shown: themselves, or keyed hashes.
#pragma once

#include <optional>
#include <string>

#include "core/base/siphash.h"

namespace topomorph::centre {

class Names {
 public:
  Names() = default;
  /// Hashes names with the key of a text. Throws InputError for an empty text, which would hide nothing.
  explicit Names(const std::string& key);

  bool are_hashed() const { return key_.has_value(); }
  /// Returns the name, or 16 hexadecimal digits. An empty name, which a record lacks, stays empty.
  std::string shown(const std::string& name) const;

 private:
  std::optional<SipKey> key_;
};

}  // namespace topomorph::centre
