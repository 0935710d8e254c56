// Finds hosts by name, with or without the domain.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace topomorph::topology {

/// Finds hosts in a table of names: by the exact name, else without regard to case, else without the part after the
/// first dot on either side, provided only one host has this short name. Addresses ("10.1.2.3") have no short name.
class HostNames {
 public:
  /// Keeps no copy of the names; they must outlive this object.
  explicit HostNames(std::span<const std::string> names);

  std::optional<std::size_t> find(std::string_view name) const;

 private:
  static constexpr std::size_t kSeveral = ~std::size_t{0};
  std::unordered_map<std::string, std::size_t> full_, short_;  // keys in lower case
};

}  // namespace topomorph::topology
