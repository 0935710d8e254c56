// Hosts by name, whether or not the domain is written behind it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace topomorph::topology {

/// Finds hosts in a table of names: under the very name, else in any case of letters, else without what stands behind
/// the first dot on either side, as long as only one host is called so. Addresses ("10.1.2.3") have no such short form.
class HostNames {
 public:
  /// The names stay where they are as long as this lives.
  explicit HostNames(std::span<const std::string> names);

  /// Index into the names.
  std::optional<std::size_t> find(std::string_view name) const;

 private:
  static constexpr std::size_t kSeveral = ~std::size_t{0};
  std::unordered_map<std::string, std::size_t> full_, short_;  // in small letters
};

}  // namespace topomorph::topology
