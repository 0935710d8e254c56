// Reads the part of YAML that configuration files of lists and maps need.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace topomorph::topology {

/// A map entry, a list item or the document. An item of a list of maps has the map's entries as children.
struct YamlNode {
  std::string key;    ///< of a map entry; empty for list items
  std::string value;  ///< of a scalar, without quotes
  std::vector<YamlNode> children;
  std::uint64_t line = 0;

  /// Null if there is none.
  const YamlNode* find(std::string_view key_wanted) const;
};

/// Reads maps ("key: value", "key:" and an indented block, and "{a: 1, b: 2}" of scalars in one line), lists ("- item"
/// and "[a, b]"), plain and quoted scalars, comments, and "---" before the document. Anchors, tags, block scalars and
/// several documents are not supported. Throws InputError.
YamlNode read_yaml_subset(const std::string& path);

}  // namespace topomorph::topology
